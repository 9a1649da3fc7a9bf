import Foundation
import MosaicSystem

/// Stores objects as files of a folder: a key is the path below it.
///
/// Files are written under temporary names, flushed and renamed, and the folder is flushed after them. Links inside the
/// folder are not followed, so that no key leads out of it. Hidden files at its top are not listed.
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

    /// Writes a file under a temporary name in its final folder, creates the folders, and flushes the file.
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
            try await BlockingExecutor.shared.run(files.map { file in { try MosaicError.translating(file.flush) } })
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
                try await BlockingExecutor.shared.run(folders.map { folder in { try Self.flush(folder: folder) } })
            }
        }
        return versions
    }

    /// Gives a staged file its name; for a received file, creates its folders first.
    private func commit(_ object: StagedObject, in place: Place) throws -> ObjectVersion {
        let file = pendingFile(object, in: place)
        guard isReceived(object) else { return try name(file, of: object) }
        return try inFolder(place.folder) {
            // A part of the path may have become a link meanwhile.
            _ = try self.place(of: object.key, replacingLink: true)
            return try name(file, of: object)
        }
    }

    /// Removes temporary files, and folders that are empty afterwards.
    package func discard(_ staged: [StagedObject]) async {
        for object in staged {
            guard let place = try? place(of: object.key, replacingLink: true) else { continue }
            pendingFile(object, in: place).discard()
            guard !isReceived(object) else { continue }
            removeEmpty(place.folder, levels: object.key.parts.count - 1)
        }
    }

    /// Removes a file durably, and folders that are empty afterwards.
    ///
    /// - Throws: `unavailable`, `refused`.
    package func delete(_ key: ObjectKey) async throws { try await delete([key]) }

    /// Removes files in order; each folder is flushed once, after all of them.
    ///
    /// - Throws: `unavailable`, `refused`; files after the one that failed are not removed.
    package func delete(_ keys: [ObjectKey]) async throws {
        var changed: Set<String> = []
        let removal = Result { try keys.forEach { try delete($0, &changed) } }
        try await BlockingExecutor.shared.run(changed.map { folder in { try flushRemoval(from: folder) } })
        try removal.get()
    }

    /// - Parameter changed: Receives the folder if a name was removed from it.
    private func delete(_ key: ObjectKey, _ changed: inout Set<String>) throws {
        let place = try place(of: key)
        var isGone = true
        if unlink(place.path) != 0 {
            isGone = false
            let failure = SystemFailure.current
            // The object does not exist if a part of its key is a file, or if its key is a folder.
            let isNone =
                failure.code == ENOENT || failure.code == ENOTDIR
                || FileStatus(ofLinkItself: place.path)?.isFolder == true
            guard isNone else {
                throw MosaicError(.unavailable, key.rawValue, "The file cannot be removed: \(failure).")
            }
        }
        // If the process is killed before this line, the empty folder remains.
        removeEmpty(place.folder, levels: key.parts.count - 1)
        if isGone || FileStatus(path: place.folder) == nil { changed.insert(place.folder) }
    }

    private func pendingFile(_ object: StagedObject, in place: Place) -> PendingFile {
        PendingFile(name: place.name, in: place.folder, temporaryPath: object.handle)
    }
}

extension FolderStore {
    /// Reads a file; nil if there is none.
    ///
    /// - Throws: `limitExceeded`, `unavailable`, `refused`.
    package func read(_ key: ObjectKey, limit: Int) async throws -> [UInt8]? {
        try contents(of: key) { try FileReader.read($0.path, name: $0.name, limit: limit) }
    }

    /// Reads part of a file; nil if there is none.
    ///
    /// - Throws: `unavailable`, `refused`.
    package func read(_ key: ObjectKey, range: Range<Int>) async throws -> [UInt8]? {
        try contents(of: key) { try FileReader.part(of: $0.path, name: $0.name, range: range) }
    }

    /// The status of a file; nil if there is none.
    ///
    /// - Throws: `refused`, `unavailable`.
    package func status(of key: ObjectKey) async throws -> ObjectStatus? {
        guard let status = try place(of: key).status, status.isRegularFile else { return nil }
        return status.object(key, at: now())
    }

    /// Lists files in the order of their keys' bytes, without links, temporary files, and hidden files at the top.
    ///
    /// - Throws: `unavailable`, `refused`.
    package func list(below folder: ObjectKey?, after: ObjectKey?, limit: Int) async throws -> [ObjectStatus] {
        var walk = FolderWalk(after: after?.rawValue, limit: max(1, limit), now: now())
        try walk.visit(
            try folder.map { try self.folder(at: $0) } ?? path, prefix: folder.map { $0.rawValue + "/" } ?? "")
        return walk.page
    }

    private func contents(of key: ObjectKey, read: (Place) throws -> [UInt8]) throws -> [UInt8]? {
        let place = try place(of: key)
        guard place.status?.isRegularFile == true else { return nil }
        do {
            return try MosaicError.translating { try read(place) }
        } catch {
            // The file was removed after its status was read.
            guard FileStatus(path: place.path) != nil else { return nil }
            throw error
        }
    }
}

extension FolderStore {
    /// Renames files, then flushes their folders.
    ///
    /// - Throws: `unavailable`, `refused`; a later call renames the rest.
    package func move(_ moves: [(from: ObjectKey, to: ObjectKey)]) async throws {
        var changed: Set<String> = []
        var sources: Set<String> = []
        for (from, to) in moves {
            let (source, target) = (try place(of: from), try place(of: to))
            guard source.status?.isRegularFile == true else { continue }
            try inFolder(target.folder) {
                guard rename(source.path, target.path) != 0 else { return }
                let failure = SystemFailure.current
                throw MosaicError(.unavailable, from.rawValue, "The file cannot be renamed: \(failure).")
            }
            sources.insert(source.folder)
            changed.formUnion(foldersToFlush(for: target.folder))
        }
        for folder in changed.union(sources) { try Self.flush(folder: folder) }
        for folder in sources where folder != path { removeEmpty(folder, levels: 1) }
    }

    /// Removes files of killed writers from the folders of storyboards; skips locked folders.
    ///
    /// - Throws: `unavailable`.
    package func discardLeftovers() async throws {
        guard FileStatus(path: path)?.isFolder == true else { return }
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            throw MosaicError(
                .unavailable, URL(fileURLWithPath: path).lastPathComponent, "The folder cannot be read.")
        }
        for name in names {
            guard StoryboardID(rawValue: name) != nil, let key = ObjectKey(rawValue: name),
                FileStatus(ofLinkItself: path + "/" + name)?.isFolder == true,
                Self.holdsLeftovers(path + "/" + name)
            else { continue }
            // Locking removes the files; unlocking removes a folder that is empty then.
            _ = try? await lock(key)
        }
    }
}
