import MosaicSystem

/// Bounds the bytes that are read into memory at a time.
package struct ReadingLimit: Sendable {
    private let permits: AsyncSemaphore

    /// - Parameter bytes: 1 or more.
    package init(bytes: Int) { permits = AsyncSemaphore(permits: bytes) }

    /// Runs work that reads up to `bytes` bytes, once earlier work leaves room for them.
    ///
    /// - Parameter bytes: 0 up to the limit.
    /// - Throws: `CancellationError`, errors of `work`.
    package func run<Value: Sendable>(_ bytes: Int, _ work: () async throws -> Value) async throws -> Value {
        let count = max(1, bytes)
        try await permits.acquire(count)
        defer { permits.release(count) }
        return try await work()
    }
}
