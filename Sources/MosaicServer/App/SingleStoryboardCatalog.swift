import Foundation
import Mosaic
public import MosaicLibrary

/// The catalog of a folder with one storyboard. It reads the storyboard's record for each query, because the storyboard
/// may grow.
struct SingleStoryboardCatalog: Catalog {
    let store: SingleStoryboardStore

    func now() -> Date { Date() }

    func entry(of id: StoryboardID) async throws -> CatalogEntry? {
        guard id == store.id else { return nil }
        let key = ObjectKey(id).appending(Storyboard.recordName)
        guard let status = try await store.status(of: key),
            let bytes = try await store.read(key, limit: Self.recordLimit)
        else { return nil }
        return CatalogEntry(
            of: try Storyboard(parsing: bytes), created: status.modified, updated: status.modified, fingerprint: nil)
    }

    func entries(_ query: CatalogQuery) async throws -> CatalogPage {
        guard let entry = try await entry(of: store.id), matches(entry, query.search) else {
            return CatalogPage(entries: [], total: 0)
        }
        return CatalogPage(entries: query.offset == 0 ? [entry] : [], total: 1)
    }

    func job(_ number: JobNumber) async throws -> Job? { nil }

    func job(of id: StoryboardID) async throws -> Job? { nil }

    func jobs(_ query: JobQuery) async throws -> [Job] { [] }

    func jobCounts() async throws -> [JobState: Int] { [:] }

    func lease(to worker: String, for seconds: TimeInterval, of id: StoryboardID?) async throws -> Job? { nil }

    func put(_ entry: CatalogEntry) async throws { throw MosaicError.single(store.id) }

    func remove(_ id: StoryboardID) async throws -> Bool { throw MosaicError.single(store.id) }

    func removeEntry(_ id: StoryboardID) async throws { throw MosaicError.single(store.id) }

    func noteRetired(_ id: StoryboardID, since: Date) async throws { throw MosaicError.single(store.id) }

    func setRetired(_ id: StoryboardID, since: Date?) async throws { throw MosaicError.single(store.id) }

    func retired(until end: Date, after last: RetiredStoryboard?, limit: Int) async throws -> [RetiredStoryboard] { [] }

    func submit(_ request: JobRequest, priority: JobPriority, owner: JobOwner?) async throws -> Job {
        throw MosaicError.single(store.id)
    }

    func update(_ number: JobNumber, attempt: Int?, _ change: @escaping Job.Change) async throws -> Job? {
        throw MosaicError.single(store.id)
    }

    private func matches(_ entry: CatalogEntry, _ search: String?) -> Bool {
        guard let search = search?.lowercased(), !search.isEmpty else { return true }
        return [entry.id.rawValue, entry.title ?? ""].contains { $0.lowercased().contains(search) }
    }

    /// Maximum size of the record in bytes.
    private static let recordLimit = 1 << 28
}

extension StoryboardLibrary {
    /// Opens a folder with one composed storyboard as a read-only library.
    ///
    /// - Throws: `notFound` if the folder contains no storyboard; `malformed`; `unavailable`.
    public static func single(at path: String) throws -> StoryboardLibrary {
        guard let storyboard = try StoryboardFolder.storyboard(in: path) else {
            throw MosaicError(
                .notFound, Storyboard.recordName,
                "The folder holds neither a storyboard nor a library; mosaic compose makes one, mosaic batch the other."
            )
        }
        let store = SingleStoryboardStore(id: storyboard.id, folder: FolderStore(path: path))
        return StoryboardLibrary(store: store, catalog: SingleStoryboardCatalog(store: store))
    }
}

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

    /// The key in the storyboard's folder for a key below the storyboard's id; `nil` for other keys.
    private func own(_ key: ObjectKey) -> ObjectKey? {
        let parts = key.parts
        guard parts.count > 1, parts[0] == id.rawValue else { return nil }
        return ObjectKey(rawValue: parts.dropFirst().joined(separator: "/"))
    }
}

extension MosaicError {
    /// The error for changes, and for lists and locks of objects, which the folder of one storyboard does not support.
    static func single(_ id: StoryboardID) -> MosaicError {
        MosaicError(.refused, id.rawValue, "One storyboard is served, and nothing can be changed.")
    }
}
