import Synchronization
package import YouTubeUploads

/// Bounds the retries of all requests of a client together, so that a server that is down is not flooded: a token bucket.
final class RetryBudget: Sendable {
    private static let capacity = 500
    private static let price = 5

    private let tokens = Mutex(capacity)

    /// Takes a retry's tokens; false where there are too few.
    func take() -> Bool {
        tokens.withLock { tokens in
            guard tokens >= Self.price else { return false }
            tokens -= Self.price
            return true
        }
    }

    /// A request that succeeded gives one back.
    func refund() { tokens.withLock { $0 = min(Self.capacity, $0 + 1) } }
}

extension RetryPauses {
    /// The policy of S3's own clients.
    package static let ofS3: RetryPauses = {
        var pauses = RetryPauses()
        (pauses.retries, pauses.base, pauses.longest) = (4, .milliseconds(100), .seconds(5))
        return pauses
    }()
}
