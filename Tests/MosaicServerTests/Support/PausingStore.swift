import Mosaic
import Synchronization

/// A store of which one reading of a whole object has its bytes, and waits with them until it may go on.
final class PausingStore: ObjectStore {
    private let store: any ObjectStore
    private let earlier: Mutex<Int>
    private let read = AsyncStream.makeStream(of: Void.self)
    private let gate = AsyncStream.makeStream(of: Void.self)

    /// - Parameter earlier: Number of readings before the one that waits.
    init(_ store: any ObjectStore, after earlier: Int = 0) {
        self.store = store
        self.earlier = Mutex(earlier)
    }

    /// Waits until the reading has its bytes.
    func hasRead() async { for await _ in read.stream {} }

    /// Lets the reading go on.
    func goOn() { gate.continuation.finish() }

    func read(_ key: ObjectKey, limit: Int) async throws -> [UInt8]? {
        let bytes = try await store.read(key, limit: limit)
        let waits = earlier.withLock { earlier in
            earlier -= 1
            return earlier == -1
        }
        if waits {
            read.continuation.finish()
            for await _ in gate.stream {}
        }
        return bytes
    }

    func read(_ key: ObjectKey, range: Range<Int>) async throws -> [UInt8]? {
        try await store.read(key, range: range)
    }

    func status(of key: ObjectKey) async throws -> ObjectStatus? { try await store.status(of: key) }

    func stage(_ key: ObjectKey, _ bytes: [UInt8]) async throws -> StagedObject { try await store.stage(key, bytes) }

    func publish(_ groups: [[StagedObject]]) async throws -> [ObjectVersion] { try await store.publish(groups) }

    func discard(_ staged: [StagedObject]) async { await store.discard(staged) }

    func list(below folder: ObjectKey?, after: ObjectKey?, limit: Int) async throws -> [ObjectStatus] {
        try await store.list(below: folder, after: after, limit: limit)
    }

    func delete(_ key: ObjectKey) async throws { try await store.delete(key) }

    func lock(_ folder: ObjectKey?) async throws -> StoreLock { try await store.lock(folder) }
}
