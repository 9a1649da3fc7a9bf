import Mosaic

/// Which jobs are leased first.
///
/// Workers take interactive jobs before batch jobs, and within a priority the one due longest. While jobs of both are due,
/// every eighth lease is for a batch job, so that neither starves.
public enum JobPriority: String, Hashable, Sendable, Codable, CaseIterable {
    /// A client waits for it: uploads, first compositions, submissions to the server.
    case interactive
    /// No client waits for it: `mosaic batch`, `mosaic submit`.
    case batch

    /// One of this number of leases is for a batch job while jobs of both priorities are due.
    package static let batchShare = 8

    /// The priority of the next lease while jobs of both are due.
    ///
    /// - Parameter leases: Leases of interactive jobs since the last one of a batch job, while batch jobs were due; 0 or
    ///   more. A catalog counts them for all of its workers together.
    public static func next(after leases: Int) -> JobPriority { leases + 1 < batchShare ? .interactive : .batch }
}
