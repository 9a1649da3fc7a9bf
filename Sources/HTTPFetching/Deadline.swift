/// A limit on the time of a whole operation.
package enum Deadline {
    /// Runs an operation and cancels it when its time is over.
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
    /// The same, cut to what a clock can wait for: about 136 years, where a longer sleep would trap.
    package var waitable: Duration { min(self, .seconds(1 << 32)) }
}
