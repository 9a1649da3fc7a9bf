import Foundation
import MosaicSystem

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Objects as files of a folder: a key is the path below it.
///
/// Files are written under temporary names, flushed and renamed, and the folder is flushed after them. Links inside
/// the folder are not followed, so that no key leads out of it. Hidden files at its top are not objects.
package struct FolderStore: ObjectStore {
    /// The folder; created with the first object.
    package let path: String
    /// Whether the file system distinguishes case; nil tests it when needed.
    let tellsCase: Bool?
    /// The current time, in nanoseconds since 1970. A file that changed shortly before it has no version.
    let now: @Sendable () -> Int64

    /// Creates a store without reading or creating the folder.
    package init(path: String) { self.init(path: path, tellsCase: nil) }

    init(path: String, tellsCase: Bool?, now: @escaping @Sendable () -> Int64 = { FileStatus.now }) {
        // An empty path must not become the root folder.
        self.path = path.isEmpty ? "." : path
        self.tellsCase = tellsCase
        self.now = now
    }

    /// Writes a file under a temporary name beside its final place, creates the folders, and flushes it.
    ///
    /// - Throws: `unavailable`, `refused`; no file is left behind then.
    package func stage(_ key: ObjectKey, _ bytes: [UInt8]) async throws -> StagedObject {
        try await stage([(key, bytes)])[0]
    }

    /// Writes several files and flushes them concurrently.
    ///
    /// - Throws: `unavailable`, `refused`; no file is left behind then.
    package func stage(_ objects: [(key: ObjectKey, bytes: [UInt8])]) async throws -> [StagedObject] {
        var files: [PendingFile] = []
        do {
            for (key, bytes) in objects {
                let place = try place(of: key)
                files.append(
                    try inFolder(place.folder) { try PendingFile(bytes, name: place.name, in: place.folder) })
            }
            try await BlockingWork.run(files.map { file in { try MosaicError.translating(file.flush) } })
        } catch {
            files.forEach { $0.discard() }
            throw error
        }
        return zip(objects, files).map { StagedObject(key: $0.key, handle: $1.temporaryPath) }
    }

    /// Renames files in order and flushes the folders of each group before the next group.
    ///
    /// - Throws: `conflict`, `unavailable`, `refused`.
    @discardableResult
    package func publish(_ groups: [[StagedObject]]) async throws -> [ObjectVersion] {
        let files = try groups.map { group in
            try group.map { (place: try place(of: $0.key, replacingLink: isReceived($0)), object: $0) }
        }
        for (place, object) in files.joined() { try check(object, in: place) }
        var versions: [ObjectVersion] = []
        for group in files {
            for (place, object) in group { versions.append(try commit(object, in: place)) }
            let folders = Set(group.flatMap { foldersToFlush(for: $0.place.folder) })
            // A single folder is flushed in this thread; waking another one would take longer.
            if folders.count == 1 {
                try folders.forEach(Self.flush(folder:))
            } else {
                try await BlockingWork.run(folders.map { folder in { try Self.flush(folder: folder) } })
            }
        }
        return versions
    }

    /// Gives a file its name; the folders of one that was received are made first.
    private func commit(_ object: StagedObject, in place: Place) throws -> ObjectVersion {
        let file = pendingFile(object, in: place)
        guard isReceived(object) else { return try name(file, of: object) }
        return try inFolder(place.folder) {
            // A link may have been put on the way meanwhile.
            _ = try self.place(of: object.key, replacingLink: true)
            return try name(file, of: object)
        }
    }

    /// Removes temporary files, and folders that are empty then.
    package func discard(_ staged: [StagedObject]) async {
        for object in staged {
            guard let place = try? place(of: object.key, replacingLink: true) else { continue }
            pendingFile(object, in: place).discard()
            guard !isReceived(object) else { continue }
            removeEmpty(place.folder, levels: object.key.parts.count - 1)
        }
    }

    /// Removes a file durably, and folders that are empty then.
    ///
    /// - Throws: `unavailable`, `refused`.
    package func delete(_ key: ObjectKey) async throws { try await delete([key]) }

    /// Removes files in order; each folder is flushed once, after all of them.
    ///
    /// - Throws: `unavailable`, `refused`; files after the one that failed are not removed.
    package func delete(_ keys: [ObjectKey]) async throws {
        var changed: Set<String> = []
        let removal = Result { try keys.forEach { try delete($0, &changed) } }
        try await BlockingWork.run(changed.map { folder in { try flushRemoval(from: folder) } })
        try removal.get()
    }

    /// - Parameter changed: Collects the folder that a name was removed from.
    private func delete(_ key: ObjectKey, _ changed: inout Set<String>) throws {
        let place = try place(of: key)
        var isGone = true
        if unlink(place.path) != 0 {
            isGone = false
            let failure = SystemFailure.current
            // There is no such object where a part of the key is a file, or the whole key a folder.
            let isNone =
                failure.code == ENOENT || failure.code == ENOTDIR
                || FileStatus(ofLinkItself: place.path)?.isFolder == true
            guard isNone else {
                throw MosaicError(.unavailable, key.rawValue, "The file cannot be removed: \(failure).")
            }
        }
        // After a kill before this line, the empty folder stays.
        removeEmpty(place.folder, levels: key.parts.count - 1)
        if isGone || FileStatus(path: place.folder) == nil { changed.insert(place.folder) }
    }

    private func pendingFile(_ object: StagedObject, in place: Place) -> PendingFile {
        PendingFile(name: place.name, in: place.folder, temporaryPath: object.handle)
    }
}
