/// Attempts of an operation with growing delays between them.
package enum Retries {
    /// Runs an operation until it succeeds, fails with a lasting error, or has used its last attempt.
    ///
    /// - Parameters:
    ///   - attempts: Maximum number of attempts; at least one is made.
    ///   - firstDelay: The delay before the second attempt. Each further delay is twice as long, at most a minute.
    ///   - sleep: Waits for a delay; tests need not.
    ///   - operation: One attempt.
    ///   - isTransient: Whether an error allows a further attempt.
    package static func run<Result>(
        attempts: Int = 3, firstDelay: Duration = .milliseconds(250),
        sleep: (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        _ operation: () async throws -> Result, isTransient: (any Error) -> Bool
    ) async throws -> Result {
        var delay = firstDelay
        for _ in 1..<max(attempts, 1) {
            do {
                return try await operation()
            } catch  where isTransient(error) {
                try await sleep(delay.waitable)
                delay = min(delay * 2, .seconds(60))
            }
        }
        return try await operation()
    }
}
