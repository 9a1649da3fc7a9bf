package import Mosaic
import Synchronization

/// A store that breaks at the n-th step and does nothing from then on, as if its process had been killed there.
///
/// Objects that are published together are published one by one, so that it breaks between any two of them as well.
package final class FailingStore: ObjectStore {
    private let store: any ObjectStore
    private let stepsLeft: Mutex<Int>

    package init(_ store: any ObjectStore, at step: Int) {
        self.store = store
        stepsLeft = Mutex(step)
    }

    /// Whether it broke.
    package var isBroken: Bool { stepsLeft.withLock { $0 <= 0 } }

    /// Counts a step. Other parts that fail together with the store call it, too.
    package func step() throws {
        let isAlive = stepsLeft.withLock { left in
            left -= 1
            return left > 0
        }
        guard isAlive else { throw MosaicError(.unavailable, "store", "It broke.") }
    }

    package func stage(_ key: ObjectKey, _ bytes: [UInt8]) async throws -> StagedObject {
        try step()
        return try await store.stage(key, bytes)
    }

    @discardableResult
    package func publish(_ groups: [[StagedObject]]) async throws -> [ObjectVersion] {
        var versions: [ObjectVersion] = []
        for object in groups.joined() {
            try step()
            versions += try await store.publish([[object]])
        }
        return versions
    }

    package func discard(_ staged: [StagedObject]) async {
        if !isBroken { await store.discard(staged) }
    }

    package func read(_ key: ObjectKey, limit: Int) async throws -> [UInt8]? {
        try step()
        return try await store.read(key, limit: limit)
    }

    package func read(_ key: ObjectKey, range: Range<Int>) async throws -> [UInt8]? {
        try step()
        return try await store.read(key, range: range)
    }

    package func status(of key: ObjectKey) async throws -> ObjectStatus? {
        try step()
        return try await store.status(of: key)
    }

    package func list(below folder: ObjectKey?, after: ObjectKey?, limit: Int) async throws -> [ObjectStatus] {
        try step()
        return try await store.list(below: folder, after: after, limit: limit)
    }

    package func delete(_ key: ObjectKey) async throws {
        try step()
        try await store.delete(key)
    }

    package func move(_ moves: [(from: ObjectKey, to: ObjectKey)]) async throws {
        for move in moves {
            try step()
            try await store.move([move])
        }
    }

    package func lock(_ folder: ObjectKey?) async throws -> StoreLock {
        try step()
        return try await store.lock(folder)
    }
}
