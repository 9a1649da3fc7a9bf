/// Stores bytes under keys: a folder, or a bucket.
///
/// Readers see an object complete or not at all. `ObjectStoreContract` in the tests checks every adapter.
public protocol ObjectStore: Sendable {
    /// Stores bytes durably without publishing them.
    ///
    /// - Throws: `unavailable`, `refused`; nothing stays stored then.
    func stage(_ key: ObjectKey, _ bytes: [UInt8]) async throws -> StagedObject

    /// Stages several objects, or none if one fails.
    ///
    /// - Throws: `unavailable`, `refused`; nothing stays stored then.
    func stage(_ objects: [(key: ObjectKey, bytes: [UInt8])]) async throws -> [StagedObject]

    /// Stages an object of unknown length in parts, without holding all of it in memory.
    ///
    /// Nothing is created below its key before it is published. `next` returns the next part, nil at the end; it is
    /// called after the previous part is stored. All parts together have at most `limit` bytes.
    /// - Throws: `limitExceeded`, `unavailable`, `refused`, errors of `next`; nothing stays stored then.
    func receive(
        _ key: ObjectKey, limit: Int, from next: () async throws -> [UInt8]?
    ) async throws -> StagedObject

    /// Removes parts that killed writers received, but not the parts of running writers.
    func discardAbandonedUploads() async

    /// Makes staged objects visible under their keys, in order; an object with the same key is replaced atomically.
    ///
    /// Every object of a group is durable before the first one of the next group is published. So a document never
    /// names a missing object, even after a power loss.
    ///
    /// All conditions are checked before the first object is published, and each condition again when its object is
    /// published. Of several concurrent calls with the same condition on a key, exactly one succeeds.
    /// - Returns: The versions of the objects, in order.
    /// - Throws: `conflict` if a condition does not hold, and its object stays staged; `unavailable`. Objects before
    ///   the one that failed may be published then.
    @discardableResult
    func publish(_ groups: [[StagedObject]]) async throws -> [ObjectVersion]

    /// Discards staged objects.
    func discard(_ staged: [StagedObject]) async

    /// Reads an object of at most `limit` bytes, checked before memory is allocated; nil if there is none.
    ///
    /// - Throws: `limitExceeded`, `unavailable`, `refused`.
    func read(_ key: ObjectKey, limit: Int) async throws -> [UInt8]?

    /// Reads the part of an object within `range`; nil if there is no object.
    ///
    /// - Throws: `unavailable`, `refused`.
    func read(_ key: ObjectKey, range: Range<Int>) async throws -> [UInt8]?

    /// Opens an object, to read parts of one version of it; nil if there is none.
    ///
    /// - Throws: `unavailable`, `refused`.
    func open(_ key: ObjectKey) async throws -> OpenObject?

    /// The metadata of an object; nil if there is none.
    ///
    /// - Throws: `unavailable`, `refused`.
    func status(of key: ObjectKey) async throws -> ObjectStatus?

    /// Lists objects below a key in the order of their keys' bytes, page by page.
    ///
    /// - Parameters:
    ///   - folder: The key above the objects; nil lists all objects.
    ///   - after: The last key of the previous page; nil for the first page.
    ///   - limit: Maximum number of objects in a page, 1 or more.
    /// - Throws: `unavailable`, `refused`.
    func list(below folder: ObjectKey?, after: ObjectKey?, limit: Int) async throws -> [ObjectStatus]

    /// A value that changes when objects directly below a key are added or removed; `nil` if the store has no such
    /// value.
    ///
    /// Two changes within a few milliseconds may share one value.
    /// - Throws: `unavailable`, `refused`.
    func revision(of folder: ObjectKey) async throws -> String?

    /// The local folder that holds the objects at the paths of their keys; nil for a store without one.
    var localPath: String? { get }

    /// Removes an object durably; no error if it is missing.
    ///
    /// - Throws: `unavailable`, `refused`.
    func delete(_ key: ObjectKey) async throws

    /// Removes several objects in order, at less cost than one by one.
    ///
    /// - Throws: `unavailable`, `refused`; objects after the one that failed are not removed.
    func delete(_ keys: [ObjectKey]) async throws

    /// Renames objects durably. An object with the new key is replaced; a missing object is skipped.
    ///
    /// - Throws: `unavailable`, `refused`; a later call moves the rest.
    func move(_ moves: [(from: ObjectKey, to: ObjectKey)]) async throws

    /// Removes objects that killed writers staged, and their empty folders, below keys that are not locked.
    ///
    /// - Throws: `unavailable`.
    func discardLeftovers() async throws

    /// Locks a key against other writers while the returned value exists, if the store has locks.
    ///
    /// Locking removes objects that a killed writer staged below the key. A store without locks returns an empty lock
    /// and relies on the catalog's leases.
    /// - Throws: `busy` if another process or task has the lock, `unavailable`, `refused`.
    func lock(_ folder: ObjectKey?) async throws -> StoreLock
}

extension ObjectStore {
    /// Stages objects one by one; for stores without a faster way.
    ///
    /// - Throws: `unavailable`, `refused`; nothing stays stored then.
    public func stage(_ objects: [(key: ObjectKey, bytes: [UInt8])]) async throws -> [StagedObject] {
        var staged: [StagedObject] = []
        do {
            for (key, bytes) in objects { staged.append(try await stage(key, bytes)) }
        } catch {
            await discard(staged)
            throw error
        }
        return staged
    }

    /// Collects the parts in memory and stages them. Stores that can write in parts replace this method.
    ///
    /// - Throws: `limitExceeded`, `unavailable`, `refused`, errors of `next`; nothing is left behind then.
    public func receive(
        _ key: ObjectKey, limit: Int, from next: () async throws -> [UInt8]?
    ) async throws -> StagedObject {
        var bytes: [UInt8] = []
        while let part = try await next() {
            bytes += part
            guard bytes.count <= limit else {
                throw MosaicError(.limitExceeded, key.rawValue, "It has more than \(limit) bytes.")
            }
        }
        return try await stage(key, bytes)
    }

    /// Does nothing: parts in memory end with their process.
    public func discardAbandonedUploads() async {}

    /// Reads the whole object into memory. Stores that can keep a version open replace this method.
    ///
    /// - Throws: `unavailable`, `refused`.
    public func open(_ key: ObjectKey) async throws -> OpenObject? {
        guard let status = try await status(of: key), let bytes = try await read(key, limit: .max) else { return nil }
        return OpenObject(
            bytes: bytes.count, modified: status.modified, tag: ContentHash(of: bytes).hexadecimal()
        ) { Array(bytes[$0.clamped(to: 0..<bytes.count)]) }
    }

    /// Always nil: such a store has no revisions.
    public func revision(of folder: ObjectKey) async throws -> String? { nil }

    /// Always nil: such a store has no local folder.
    public var localPath: String? { nil }

    /// Copies each object to its new key, then removes the old one; for stores that cannot rename.
    ///
    /// - Throws: `unavailable`, `refused`; a later call moves the rest.
    public func move(_ moves: [(from: ObjectKey, to: ObjectKey)]) async throws {
        for (source, target) in moves {
            guard let bytes = try await read(source, limit: .max) else { continue }
            try await put(target, bytes)
            try await delete(source)
        }
    }

    /// Does nothing; for stores without temporary files.
    public func discardLeftovers() async throws {}

    /// Removes objects one by one; for stores without a faster way.
    ///
    /// - Throws: `unavailable`, `refused`; objects after the one that failed are not removed.
    public func delete(_ keys: [ObjectKey]) async throws {
        for key in keys { try await delete(key) }
    }

    /// Whether the object at a key has exactly these bytes.
    func holds(_ bytes: [UInt8], at key: ObjectKey) async throws -> Bool {
        guard try await status(of: key)?.bytes == bytes.count else { return false }
        return (try? await read(key, limit: bytes.count)) == bytes
    }

    /// Stores an object; replaces an object with the same key atomically.
    ///
    /// - Returns: The version of the new object.
    /// - Throws: `conflict` if the condition does not hold, `unavailable`, `refused`; nothing stays stored then.
    @discardableResult
    public func put(
        _ key: ObjectKey, _ bytes: [UInt8], if condition: PutCondition = .always
    ) async throws -> ObjectVersion {
        let object = try await stage(key, bytes).published(if: condition)
        do {
            guard let version = try await publish([[object]]).first else {
                throw MosaicError(.unavailable, key.rawValue, "The store gave the object no version.")
            }
            return version
        } catch {
            await discard([object])
            throw error
        }
    }
}

/// Stored bytes that are not published yet.
public struct StagedObject: Hashable, Sendable {
    /// The key for the publication.
    public let key: ObjectKey
    /// The store's handle, such as a temporary name.
    public let handle: String
    /// The condition under which the bytes are published.
    public var condition = PutCondition.always

    /// Creates a reference to staged bytes; for stores only.
    public init(key: ObjectKey, handle: String) {
        self.key = key
        self.handle = handle
    }

    /// The object with a condition for its publication.
    package func published(if condition: PutCondition) -> StagedObject {
        var object = self
        object.condition = condition
        return object
    }
}

/// A lock that excludes other writers while the value exists.
public final class StoreLock: Sendable {
    private let held: any Sendable

    /// Creates a lock that is released when `held` is released.
    public init(holding held: any Sendable) { self.held = held }
}
