import Synchronization

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

/// The pauses before a request is sent again.
package struct RetryPolicy: Sendable {
    /// The most retries of one request, 0 or more.
    package var retries = 4
    /// The longest pause before the first one; it doubles for each further one.
    package var base = Duration.milliseconds(100)
    /// The longest pause.
    package var longest = Duration.seconds(5)

    /// The policy of S3's own clients: full jitter.
    package init() {}

    /// A pause between nothing and the longest one for a retry, counted from 0.
    func pause(before retry: Int, after requested: Duration?, using random: inout some RandomNumberGenerator)
        -> Duration
    {
        let most = min(longest, base * (1 << min(retry, 10)))
        let jittered = most * Double.random(in: 0...1, using: &random)
        return max(jittered, min(requested ?? .zero, longest))
    }
}
