public import Foundation
import Mosaic

/// A worker's hold on a job: when it runs out without a heartbeat, another worker takes over.
public struct JobLease: Hashable, Sendable {
    /// The worker's name, unique among all that ever were.
    public let worker: String
    /// When it runs out.
    public let expiry: Date

    /// Names a worker and the end of its hold.
    public init(worker: String, expiry: Date) {
        self.worker = worker
        self.expiry = expiry
    }
}
