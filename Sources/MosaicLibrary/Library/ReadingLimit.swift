import MosaicFiles

/// Bounds the bytes that are read into memory at a time.
package struct ReadingLimit: Sendable {
    private let permits: AsyncSemaphore

    /// - Parameter bytes: 1 or more.
    package init(bytes: Int) { permits = AsyncSemaphore(permits: bytes) }

    /// Does something that reads up to so many bytes, when those that came before leave room for them.
    ///
    /// - Parameter bytes: 0 up to as many as there are.
    /// - Throws: `CancellationError`, what `work` throws.
    package func run<Value: Sendable>(_ bytes: Int, _ work: () async throws -> Value) async throws -> Value {
        let count = max(1, bytes)
        try await permits.acquire(count)
        defer { permits.release(count) }
        return try await work()
    }
}
