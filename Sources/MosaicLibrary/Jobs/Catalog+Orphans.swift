package import Foundation
import Mosaic

extension Catalog {
    /// Gives back the jobs of workers that were killed on this machine, so that nobody waits until their holds run out.
    ///
    /// - Returns: How many there were.
    /// - Throws: `unavailable`.
    @discardableResult
    package func giveBackOrphans(now: Date = Date()) async throws -> Int {
        var query = JobQuery()
        query.onlyHeld = true
        // They are as many as there are workers, so that one page holds them.
        query.limit = CatalogQuery.maximumLimit
        var count = 0
        for job in try await jobs(query) where try await giveBackIfOrphan(job, now: now) { count += 1 }
        return count
    }

    /// Gives back a job whose worker was killed on this machine.
    ///
    /// - Returns: Whether it was given back; not where nobody holds it, or a worker that may be alive.
    /// - Throws: `unavailable`.
    @discardableResult
    func giveBackIfOrphan(_ job: Job, now: Date) async throws -> Bool {
        guard let worker = job.lease?.worker, WorkerName(rawValue: worker).hasEnded else { return false }
        return try await update(job.number, heldBy: worker) { $0.finish(.wait(until: now), now: now) } != nil
    }
}
