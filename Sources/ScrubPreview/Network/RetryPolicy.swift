import HTTPFetching

/// How often a request is tried, and how long to wait in between.
///
/// Only what may pass is tried again: a status of 500 or more, and a connection that fails or breaks.
public struct RetryPolicy: Sendable {
    /// Tries altogether, 1 or more.
    public var attempts: Int
    /// The wait before the second try; each further one is twice as long, at most a minute.
    public var firstDelay: Duration
    /// Waits; tests need not.
    package var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

    /// Creates a policy: by default 3 tries with 250 ms and 500 ms between them.
    public init(attempts: Int = 3, firstDelay: Duration = .milliseconds(250)) {
        self.attempts = attempts
        self.firstDelay = firstDelay
    }

    /// Runs an operation until it succeeds, fails for good, or was tried often enough.
    func run<Result>(
        _ operation: () async throws -> Result, isTransient: (any Error) -> Bool
    ) async throws -> Result {
        try await Retries.run(
            attempts: attempts, firstDelay: firstDelay, sleep: sleep, operation, isTransient: isTransient)
    }
}
