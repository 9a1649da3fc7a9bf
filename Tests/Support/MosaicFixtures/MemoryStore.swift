import Foundation
package import Mosaic
import Synchronization

/// Objects in memory: a store that has no folder, no file and no lock on either.
package final class MemoryStore: ObjectStore {
    private struct Stored {
        let key: ObjectKey
        let bytes: [UInt8]
        let modified: Date
        let version: ObjectVersion

        var status: ObjectStatus {
            ObjectStatus(key: key, bytes: bytes.count, modified: modified, version: version)
        }
    }

    private struct State {
        /// By the bytes of their keys: to `==`, two spellings of one letter are the same.
        var objects: [[UInt8]: Stored] = [:]
        var staged: [String: [UInt8]] = [:]
        var locked: Set<String> = []
        var uses = 0

        func holds(_ object: StagedObject) -> Bool {
            let version = objects[MemoryStore.name(object.key)]?.version
            return switch object.condition {
            case .always: true
            case .absent: version == nil
            case .matches(let expected): version == expected
            }
        }

        mutating func publish(_ object: StagedObject) throws -> ObjectVersion {
            guard let bytes = staged.removeValue(forKey: object.handle) else {
                throw MosaicError(.unavailable, object.key.rawValue, "It is not staged.")
            }
            // A handle is never used again.
            let version = ObjectVersion(rawValue: object.handle)
            objects[MemoryStore.name(object.key)] = Stored(
                key: object.key, bytes: bytes, modified: Date(), version: version)
            return version
        }
    }

    private let state = Mutex(State())

    package init() {}

    /// The keys of all objects, in order.
    package var keys: [String] { state.withLock { $0.objects.values.map(\.key.rawValue).sorted() } }

    /// The bytes of an object; nil where there is none.
    package func bytes(of key: ObjectKey) -> [UInt8]? { stored(key)?.bytes }

    /// Replaces an object, or removes it where there are no bytes.
    package func replace(_ key: ObjectKey, with bytes: [UInt8]?) {
        state.withLock { state in
            state.uses += 1
            let version = ObjectVersion(rawValue: "\(state.uses)")
            state.objects[Self.name(key)] = bytes.map {
                Stored(key: key, bytes: $0, modified: Date(), version: version)
            }
        }
    }

    /// Number of staged objects.
    package var stagedCount: Int { state.withLock(\.staged.count) }

    package func stage(_ key: ObjectKey, _ bytes: [UInt8]) async throws -> StagedObject {
        state.withLock { state in
            state.uses += 1
            state.staged["\(state.uses)"] = bytes
            return StagedObject(key: key, handle: "\(state.uses)")
        }
    }

    @discardableResult
    package func publish(_ groups: [[StagedObject]]) async throws -> [ObjectVersion] {
        let objects = Array(groups.joined())
        return try state.withLock { state in
            if let object = objects.first(where: { !state.holds($0) }) { throw MosaicError(conflictOn: object.key) }
            return try objects.map { try state.publish($0) }
        }
    }

    package func discard(_ staged: [StagedObject]) async {
        state.withLock { state in for object in staged { state.staged[object.handle] = nil } }
    }

    package func read(_ key: ObjectKey, limit: Int) async throws -> [UInt8]? {
        guard let bytes = stored(key)?.bytes else { return nil }
        guard bytes.count <= limit else {
            throw MosaicError(.limitExceeded, key.rawValue, "\(bytes.count) bytes exceed the limit of \(limit) bytes.")
        }
        return bytes
    }

    package func read(_ key: ObjectKey, range: Range<Int>) async throws -> [UInt8]? {
        stored(key).map { Array($0.bytes[range.clamped(to: 0..<$0.bytes.count)]) }
    }

    package func status(of key: ObjectKey) async throws -> ObjectStatus? {
        stored(key)?.status
    }

    package func list(below folder: ObjectKey?, after: ObjectKey?, limit: Int) async throws -> [ObjectStatus] {
        let prefix = folder.map { Self.name($0) + [UInt8(ascii: "/")] } ?? []
        let start = after.map(Self.name)
        return state.withLock(\.objects)
            .filter { name, _ in
                name.starts(with: prefix) && start.map { $0.lexicographicallyPrecedes(name) } ?? true
            }
            .sorted { $0.key.lexicographicallyPrecedes($1.key) }
            .prefix(limit)
            .map(\.value.status)
    }

    package func delete(_ key: ObjectKey) async throws {
        state.withLock { $0.objects[Self.name(key)] = nil }
    }

    package func lock(_ folder: ObjectKey?) async throws -> StoreLock {
        let name = folder?.rawValue ?? ""
        guard state.withLock({ $0.locked.insert(name).inserted }) else {
            throw MosaicError(.busy, name, "It is locked.")
        }
        return StoreLock(holding: Held { self.state.withLock { _ = $0.locked.remove(name) } })
    }

    private func stored(_ key: ObjectKey) -> Stored? { state.withLock { $0.objects[Self.name(key)] } }

    fileprivate static func name(_ key: ObjectKey) -> [UInt8] { Array(key.rawValue.utf8) }

    /// Gives up a lock when it goes out of memory.
    private final class Held: Sendable {
        private let end: @Sendable () -> Void

        init(_ end: @escaping @Sendable () -> Void) { self.end = end }

        deinit { end() }
    }
}
