import Mosaic

/// A folder with one storyboard as a read-only store of a library.
struct SingleStoryboardStore: ObjectStore {
    let id: StoryboardID
    let folder: FolderStore

    func read(_ key: ObjectKey, limit: Int) async throws -> [UInt8]? {
        guard let key = own(key) else { return nil }
        return try await folder.read(key, limit: limit)
    }

    func read(_ key: ObjectKey, range: Range<Int>) async throws -> [UInt8]? {
        guard let key = own(key) else { return nil }
        return try await folder.read(key, range: range)
    }

    func status(of key: ObjectKey) async throws -> ObjectStatus? {
        guard let inner = own(key), let status = try await folder.status(of: inner) else { return nil }
        return ObjectStatus(key: key, bytes: status.bytes, modified: status.modified, version: status.version)
    }

    func stage(_ key: ObjectKey, _ bytes: [UInt8]) async throws -> StagedObject { throw refusal }

    func publish(_ groups: [[StagedObject]]) async throws -> [ObjectVersion] { throw refusal }

    func discard(_ staged: [StagedObject]) async {}

    func list(below folder: ObjectKey?, after: ObjectKey?, limit: Int) async throws -> [ObjectStatus] { throw refusal }

    func delete(_ key: ObjectKey) async throws { throw refusal }

    func lock(_ folder: ObjectKey?) async throws -> StoreLock { throw refusal }

    private var refusal: MosaicError { .single(id) }

    /// The key in the folder for a key below the storyboard's id.
    private func own(_ key: ObjectKey) -> ObjectKey? {
        let parts = key.parts
        guard parts.count > 1, parts[0] == id.rawValue else { return nil }
        return ObjectKey(rawValue: parts.dropFirst().joined(separator: "/"))
    }
}

extension MosaicError {
    /// The error for everything but reading.
    static func single(_ id: StoryboardID) -> MosaicError {
        MosaicError(.refused, id.rawValue, "One storyboard is served, and nothing can be changed.")
    }
}
