import Mosaic
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

/// Limits concurrent lists, so that they do not occupy the catalog and the processors: long lists wait for each other,
/// and short ones never for long ones.
package struct ListLimit: Sendable {
    /// Entries up to which a list is short, as pages that people look at are.
    private static let short = 100

    private let longLists = AsyncSemaphore(permits: 2)
    private let shortLists = AsyncSemaphore(permits: 8)

    package init() {}

    /// Makes a list of at most `entries` entries when it is its turn.
    package func run<Value: Sendable>(_ entries: Int, _ work: () async throws -> Value) async throws -> Value {
        let turns = entries > Self.short ? longLists : shortLists
        try await turns.acquire()
        defer { turns.release() }
        return try await work()
    }
}

/// A file of an operator that is read whole, also again while a process runs.
package struct SmallFile: Hashable, Sendable {
    private let path: String
    private let limit: Int

    /// Creates the reader of a file of at most `limit` bytes; the file is not read yet.
    package init(_ path: String, limit: Int) {
        self.path = path
        self.limit = limit
    }

    /// The file's name, without its folder.
    package var name: String {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[path.utf8.index(after: $0)...]) } ?? path
    }

    /// Reads what the file holds now.
    ///
    /// - Throws: `unavailable`, `limitExceeded`.
    package func read() throws -> [UInt8] {
        try MosaicError.translating { try FileReader.read(path, name: name, limit: limit) }
    }
}
