import Mosaic

/// Which jobs go before others.
///
/// Workers take interactive jobs before batch jobs, and within a priority the one due longest. While jobs of both are due,
/// every eighth lease is for a batch job, so that neither starves.
public enum JobPriority: String, Hashable, Sendable, Codable, CaseIterable {
    /// Somebody waits for it: uploads, first compositions, submissions to the server.
    case interactive
    /// Nobody waits for this one in particular: `mosaic batch`, `mosaic submit`.
    case batch

    /// Of so many leases while jobs of both priorities are due, one is for a batch job.
    package static let batchShare = 8

    /// Which goes next where jobs of both are due.
    ///
    /// - Parameter leases: Leases of interactive jobs since the last one of a batch job, while batch jobs were due; 0 or
    ///   more. A catalog counts them for all of its workers together.
    public static func next(after leases: Int) -> JobPriority { leases + 1 < batchShare ? .interactive : .batch }
}
