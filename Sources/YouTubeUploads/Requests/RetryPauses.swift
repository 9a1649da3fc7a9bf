/// The pauses before a request is sent again: exponential backoff with full jitter.
public struct RetryPauses: Hashable, Sendable {
    /// The most retries of one request, 0 or more.
    public var retries = 5
    /// The longest pause before the first retry; it doubles for each further one.
    public var base = Duration.seconds(1)
    /// The longest pause, also where the server asks for a longer one.
    public var longest = Duration.seconds(32)

    /// Five retries, at most 1, 2, 4, 8 and 16 seconds apart.
    public init() {}

    /// A pause between nothing and the longest one for a retry, counted from 0.
    ///
    /// - Parameters:
    ///   - requested: The pause that the server asks for, which is kept as far as it is not longer than ``longest``.
    ///   - fraction: A random number, 0...1.
    package func pause(before retry: Int, after requested: Duration?, fraction: Double) -> Duration {
        let most = min(longest, base * (1 << min(retry, 10)))
        return max(most * min(max(fraction, 0), 1), min(requested ?? .zero, longest))
    }
}
