import Mosaic
import MosaicSystem

/// The name of a worker in its leases; identifies the worker's process.
///
/// The name contains the machine, the process id and the start time of the process. So the lease of a killed worker can
/// be released on the same machine before it expires.
package struct WorkerName: Hashable, Sendable {
    package let rawValue: String

    private static let mark = "mosaic"

    /// Creates a name from a lease.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a unique name.
    package static func unique() -> WorkerName {
        let process = ProcessIdentity.current
        let chance = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        return WorkerName(
            rawValue: [mark, process.machine, process.number, process.start, chance].joined(separator: ":"))
    }

    /// Whether the process has ended; false if unknown.
    package var hasEnded: Bool { process?.hasEnded ?? false }

    /// Whether the process is known to run or have run on this machine, so that its end can be detected.
    var isOfThisMachine: Bool {
        guard let machine = process?.machine, !machine.isEmpty else { return false }
        return machine == ProcessIdentity.current.machine
    }

    /// The process; nil if ``unique()`` did not create the name.
    var process: ProcessIdentity? {
        let parts = rawValue.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 5, parts[0] == Self.mark else { return nil }
        return ProcessIdentity(machine: parts[1], number: parts[2], start: parts[3])
    }
}

extension Catalog {
    /// Releases the leases of workers that were killed on this machine, before they expire.
    ///
    /// - Returns: The number of released leases.
    /// - Throws: `unavailable`.
    @discardableResult
    package func giveBackOrphans() async throws -> Int {
        var query = JobQuery()
        query.onlyHeld = true
        // A catalog has only as many leased jobs as workers, so one page is enough.
        query.limit = CatalogQuery.maximumLimit
        var count = 0
        for job in try await jobs(query) where try await giveBackIfOrphan(job) { count += 1 }
        return count
    }

    /// Releases the lease of a job whose worker was killed on this machine.
    ///
    /// - Returns: Whether the lease was released; false without a lease, and if the worker may be alive.
    /// - Throws: `unavailable`.
    @discardableResult
    func giveBackIfOrphan(_ job: Job) async throws -> Bool {
        guard let worker = job.lease?.worker, WorkerName(rawValue: worker).hasEnded else { return false }
        return try await update(job.number, attempt: job.attempt) { $0.finish(.wait(until: $1), now: $1) } != nil
    }
}
