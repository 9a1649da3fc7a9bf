import Mosaic

extension Catalog {
    /// Releases the leases of workers that were killed on this machine, before they expire.
    ///
    /// - Returns: How many there were.
    /// - Throws: `unavailable`.
    @discardableResult
    package func giveBackOrphans() async throws -> Int {
        var query = JobQuery()
        query.onlyHeld = true
        // There are as many as workers, so that one page is enough.
        query.limit = CatalogQuery.maximumLimit
        var count = 0
        for job in try await jobs(query) where try await giveBackIfOrphan(job) { count += 1 }
        return count
    }

    /// Releases the lease of a job whose worker was killed on this machine.
    ///
    /// - Returns: Whether it was released; false without a lease, and where the worker may be alive.
    /// - Throws: `unavailable`.
    @discardableResult
    func giveBackIfOrphan(_ job: Job) async throws -> Bool {
        guard let worker = job.lease?.worker, WorkerName(rawValue: worker).hasEnded else { return false }
        return try await update(job.number, attempt: job.attempt) { $0.finish(.wait(until: $1), now: $1) } != nil
    }
}
