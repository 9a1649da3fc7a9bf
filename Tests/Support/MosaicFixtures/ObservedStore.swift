package import Mosaic
import Synchronization

/// A store that counts the calls of each kind, and calls closures before it returns an object's status or stages one, and
/// after it has read one.
package final class ObservedStore: ObjectStore {
    private let store: any ObjectStore
    private let beforeStatus: @Sendable (ObjectKey) async throws -> Void
    private let beforeStage: @Sendable () async throws -> Void
    private let afterRead: @Sendable () async -> Void
    private let counted = Mutex<[String: Int]>([:])
    private let read = Mutex<[ObjectKey]>([])

    package init(
        _ store: any ObjectStore, beforeStatus: @escaping @Sendable (ObjectKey) async throws -> Void = { _ in },
        beforeStage: @escaping @Sendable () async throws -> Void = {},
        afterRead: @escaping @Sendable () async -> Void = {}
    ) {
        self.store = store
        self.beforeStatus = beforeStatus
        self.beforeStage = beforeStage
        self.afterRead = afterRead
    }

    /// How often each function was called.
    package var counts: [String: Int] { counted.withLock { $0 } }

    /// The keys of all objects that were read, in order.
    package var readKeys: [ObjectKey] { read.withLock { $0 } }

    /// How often objects of a name were read, in whichever folder.
    package func reads(of name: String) -> Int {
        readKeys.count { $0.rawValue.split(separator: "/").last.map(String.init) == name }
    }

    private func count(_ name: String) { counted.withLock { $0[name, default: 0] += 1 } }

    package func stage(_ key: ObjectKey, _ bytes: [UInt8]) async throws -> StagedObject {
        count("stage")
        try await beforeStage()
        return try await store.stage(key, bytes)
    }

    @discardableResult
    package func publish(_ groups: [[StagedObject]]) async throws -> [ObjectVersion] {
        count("publish")
        return try await store.publish(groups)
    }

    package func discard(_ staged: [StagedObject]) async { await store.discard(staged) }

    package func read(_ key: ObjectKey, limit: Int) async throws -> [UInt8]? {
        count("read")
        read.withLock { $0.append(key) }
        let bytes = try await store.read(key, limit: limit)
        await afterRead()
        return bytes
    }

    package func read(_ key: ObjectKey, range: Range<Int>) async throws -> [UInt8]? {
        count("read")
        read.withLock { $0.append(key) }
        return try await store.read(key, range: range)
    }

    package func status(of key: ObjectKey) async throws -> ObjectStatus? {
        count("status")
        try await beforeStatus(key)
        return try await store.status(of: key)
    }

    package func list(below folder: ObjectKey?, after: ObjectKey?, limit: Int) async throws -> [ObjectStatus] {
        count("list")
        return try await store.list(below: folder, after: after, limit: limit)
    }

    package func delete(_ key: ObjectKey) async throws {
        count("delete")
        try await store.delete(key)
    }

    package func move(_ moves: [(from: ObjectKey, to: ObjectKey)]) async throws {
        count("move")
        try await store.move(moves)
    }

    package func lock(_ folder: ObjectKey?) async throws -> StoreLock {
        count("lock")
        return try await store.lock(folder)
    }
}
