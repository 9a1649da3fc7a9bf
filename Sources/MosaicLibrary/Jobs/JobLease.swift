public import Foundation
import Mosaic

/// A worker's lease on a job: when it expires without a heartbeat, another worker takes over.
public struct JobLease: Hashable, Sendable, Codable {
    /// The worker's name, never used before.
    public let worker: String
    /// When it expires.
    public let expiry: Date

    /// Names a worker and the end of its lease.
    package init(worker: String, expiry: Date) {
        self.worker = worker
        self.expiry = expiry
    }
}
