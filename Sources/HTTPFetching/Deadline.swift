/// A time limit for a whole operation.
package enum Deadline {
    /// Runs an operation and cancels it after `total`.
    ///
    /// - Parameter subject: The file's name in the error.
    /// - Throws: `timedOut`; errors of the operation.
    package static func run<Result: Sendable>(
        within total: Duration, subject: String, _ operation: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        try await withThrowingTaskGroup(of: Result.self) { group in
            group.addTask(operation: operation)
            group.addTask {
                try await Task.sleep(for: total.waitable)
                throw FetchError(.timedOut, subject, "There was no whole answer within \(total).")
            }
            defer { group.cancelAll() }
            guard let result = try await group.next() else { throw CancellationError() }
            return result
        }
    }
}

extension Duration {
    /// The duration, at most 2³² seconds (about 136 years). A longer sleep would trap.
    package var waitable: Duration { min(self, .seconds(1 << 32)) }
}

/// Repeats an operation, with growing delays between the attempts.
package enum Retries {
    /// Runs an operation until it succeeds, fails with an error that is not transient, or has used its last attempt.
    ///
    /// - Parameters:
    ///   - attempts: Maximum number of attempts; values below 1 count as 1.
    ///   - firstDelay: The delay before the second attempt. Each further delay is twice as long, at most 60 seconds.
    ///   - sleep: Waits for a delay; tests replace it.
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
