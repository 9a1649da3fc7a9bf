public import Foundation
import Mosaic

/// A worker's lease on a job: when it expires without a heartbeat, another worker takes over.
public struct JobLease: Hashable, Sendable {
    /// The worker's name, unique among all that ever were.
    public let worker: String
    /// When it expires.
    public let expiry: Date

    /// Names a worker and the end of its lease.
    public init(worker: String, expiry: Date) {
        self.worker = worker
        self.expiry = expiry
    }
}
