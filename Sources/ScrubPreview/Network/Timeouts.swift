/// How long an answer may take.
public struct Timeouts: Hashable, Sendable {
    /// The longest time without a byte.
    public var idle: Duration
    /// The longest time for one try, redirects included, so that a server cannot drip bytes for ever.
    public var total: Duration

    /// Makes limits; 15 s without a byte and 60 s altogether unless told otherwise.
    public init(idle: Duration = .seconds(15), total: Duration = .seconds(60)) {
        self.idle = idle
        self.total = total
    }

    /// Runs an operation and cancels it when its time is over.
    ///
    /// - Throws: `timedOut`, or what the operation throws.
    func limit<Result: Sendable>(
        _ subject: String, _ operation: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        try await withThrowingTaskGroup(of: Result.self) { group in
            group.addTask(operation: operation)
            group.addTask {
                try await Task.sleep(for: total.waitable)
                throw ScrubPreviewError(.timedOut, subject, "There was no whole answer within \(total).")
            }
            defer { group.cancelAll() }
            guard let result = try await group.next() else { throw CancellationError() }
            return result
        }
    }
}
