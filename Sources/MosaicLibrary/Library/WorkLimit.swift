import MosaicSystem

/// Limits the total cost of concurrent work, such as the bytes that it reads into memory.
package struct WorkLimit: Sendable {
    private let permits: AsyncSemaphore

    /// - Parameter cost: Maximum total cost, 1 or more.
    package init(_ cost: Int) { permits = AsyncSemaphore(permits: cost) }

    /// Runs work once earlier work leaves room for it.
    ///
    /// - Parameter cost: 0 up to the limit; 0 counts as 1.
    /// - Throws: `CancellationError`, errors of `work`.
    package func run<Value: Sendable>(_ cost: Int = 1, _ work: () async throws -> Value) async throws -> Value {
        let count = max(1, cost)
        try await permits.acquire(count)
        defer { permits.release(count) }
        return try await work()
    }
}

/// Limits concurrent lists, so that they do not occupy the catalog and the processors. Long lists have separate
/// permits, so short lists never wait for them.
package struct ListLimit: Sendable {
    /// Maximum number of entries of a short list, such as a page for people.
    private static let short = 100

    private let longLists = WorkLimit(2)
    private let shortLists = WorkLimit(8)

    package init() {}

    /// Runs `work`, which makes a list of at most `entries` entries, once a permit is free.
    package func run<Value: Sendable>(_ entries: Int, _ work: () async throws -> Value) async throws -> Value {
        try await (entries > Self.short ? longLists : shortLists).run(1, work)
    }
}
