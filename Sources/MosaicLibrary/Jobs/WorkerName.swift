import Mosaic
import MosaicSystem

/// The name of a worker in its leases, which tells whether its process has ended.
///
/// It has the machine, the process and the time of its start, so that on the same machine the lease of a killed worker
/// can be released before it expires.
package struct WorkerName: Hashable, Sendable {
    /// The name as text.
    package let rawValue: String

    private static let mark = "mosaic"

    /// The name in a lease.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// A name that was never used before.
    package static func unique() -> WorkerName {
        let process = ProcessIdentity.current
        let chance = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        return WorkerName(
            rawValue: [mark, process.machine, process.number, process.start, chance].joined(separator: ":"))
    }

    /// Whether the process has certainly ended; false where that is unknown.
    package var hasEnded: Bool { process?.hasEnded ?? false }

    /// Whether it is known that the process runs or ran on this machine, so that its end is seen.
    var isOfThisMachine: Bool {
        guard let machine = process?.machine, !machine.isEmpty else { return false }
        return machine == ProcessIdentity.current.machine
    }

    /// The process; nil where the name was not given by ``unique()``.
    var process: ProcessIdentity? {
        let parts = rawValue.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 5, parts[0] == Self.mark else { return nil }
        return ProcessIdentity(machine: parts[1], number: parts[2], start: parts[3])
    }
}

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
