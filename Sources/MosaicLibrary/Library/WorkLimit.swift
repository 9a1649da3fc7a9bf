import Mosaic
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

/// A file of the operator. Each read returns the whole current content, because the file may change.
package struct SmallFile: Hashable, Sendable {
    private let path: String
    private let limit: Int

    /// Creates the reader of a file of at most `limit` bytes; does not read the file yet.
    package init(_ path: String, limit: Int) {
        self.path = path
        self.limit = limit
    }

    /// The file's name, without its folder.
    package var name: String {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[path.utf8.index(after: $0)...]) } ?? path
    }

    /// Reads the current content of the file.
    ///
    /// - Throws: `unavailable`, `limitExceeded`.
    package func read() throws -> [UInt8] {
        try MosaicError.translating { try FileReader.read(path, name: name, limit: limit) }
    }
}
