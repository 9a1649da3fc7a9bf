import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Objects as files of a folder: a key is the path below it.
///
/// Files are written under temporary names, flushed and renamed, and the folder is flushed after them. No link inside the
/// folder is followed, so that no key leads out of it. Hidden files at its top are not objects.
public struct FolderStore: ObjectStore {
    /// The folder; made by the first object where it does not exist.
    public let path: String
    /// Whether names that differ only in case are two files; nil finds out where it matters.
    private let tellsCase: Bool?

    /// Names a folder; nothing is read or made yet.
    public init(path: String) { self.init(path: path, tellsCase: nil) }

    init(path: String, tellsCase: Bool?) {
        self.path = path
        self.tellsCase = tellsCase
    }

    /// Writes a file under a temporary name beside the place it is meant for, whose folders are made.
    ///
    /// - Throws: `unavailable`, `refused`; no file is left behind then.
    public func stage(_ key: ObjectKey, _ bytes: [UInt8]) async throws -> StagedObject {
        let place = try place(of: key)
        try makeFolder(place.folder)
        let file = try PendingFile(bytes, name: place.name, in: place.folder)
        return StagedObject(key: key, handle: file.temporaryPath)
    }

    /// Flushes all files side by side, then renames them in order; each group is flushed into its folders before the next.
    ///
    /// - Throws: `unavailable`, `refused`.
    public func publish(_ groups: [[StagedObject]]) async throws {
        let files = try groups.map { try $0.map(pendingFile) }
        try await BlockingWork.run(files.joined().map { file in { try file.flush() } })
        for (group, files) in zip(groups, files) {
            for file in files { try file.commit() }
            let folders = try Set(group.map { try place(of: $0.key).folder })
            try await BlockingWork.run(folders.map { folder in { Self.synchronize(folder) } })
        }
    }

    /// Removes temporary files.
    public func discard(_ staged: [StagedObject]) async {
        for object in staged { (try? pendingFile(object))?.discard() }
    }

    /// Writes a file unless there is one of that name.
    ///
    /// - Throws: `unavailable`, `refused`.
    public func putIfAbsent(_ key: ObjectKey, _ bytes: [UInt8]) async throws -> Bool {
        guard try await status(of: key) == nil else { return false }
        let file = try pendingFile(try await stage(key, bytes))
        do {
            try file.flush()
        } catch {
            file.discard()
            throw error
        }
        guard try file.commitIfAbsent() else { return false }
        Self.synchronize(try place(of: key).folder)
        return true
    }

    /// Removes a file, and the folders that it leaves empty.
    ///
    /// - Throws: `unavailable`, `refused`.
    public func delete(_ key: ObjectKey) async throws {
        let place = try place(of: key)
        guard unlink(place.folder + "/" + place.name) == 0 || errno == ENOENT else {
            throw MosaicError(.unavailable, key.rawValue, "The file cannot be removed: \(SystemFailure.current).")
        }
        var folder = place.folder
        for _ in key.parts.dropFirst() {
            // Fails, as it should, where anything is left in it.
            guard rmdir(folder) == 0 else { break }
            folder = String(folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)])
        }
    }

    /// Locks the folder of that key against other processes and other tasks; it is made, and goes with the lock where
    /// it is still empty.
    ///
    /// - Throws: `busy`, `unavailable`, `refused`.
    public func lock(_ folder: ObjectKey?) async throws -> StoreLock {
        let name = folder?.rawValue ?? URL(fileURLWithPath: path).lastPathComponent
        let locked = try folder.map { try self.folder(at: $0) } ?? path
        try makeFolder(locked)
        if let folder { try refuseOtherCase(of: folder) }
        let lock = StoreLock(holding: LockedFolder(path: locked, lock: try FolderLock(path: locked, name: name)))
        PendingFile.discardLeftovers(in: locked)
        return lock
    }

    private func pendingFile(_ object: StagedObject) throws -> PendingFile {
        let place = try place(of: object.key)
        return PendingFile(name: place.name, in: place.folder, temporaryPath: object.handle)
    }

    private static func synchronize(_ folder: String) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        // Some file systems have nothing to flush for a folder and say so; the files themselves were flushed already.
        fsync(descriptor)
        close(descriptor)
    }

    /// Makes a folder and those above it; each is flushed into the one above.
    private func makeFolder(_ folder: String) throws {
        guard FileStatus(path: folder) == nil else { return }
        let above = URL(fileURLWithPath: folder).deletingLastPathComponent().path
        if above != folder { try makeFolder(above) }
        guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
            throw MosaicError(
                .unavailable, URL(fileURLWithPath: folder).lastPathComponent,
                "The folder cannot be made: \(SystemFailure.current).")
        }
        Self.synchronize(above)
    }

    /// Where the file system does not tell "Film" from "film", one would take the other's place.
    private func refuseOtherCase(of key: ObjectKey) throws {
        guard !(tellsCase ?? findsCase()), let name = key.parts.first.map(String.init) else { return }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        guard !names.contains(name), let other = names.first(where: { $0.lowercased() == name.lowercased() }) else {
            return
        }
        throw MosaicError(
            .refused, name, "It differs only in case from \(other), and this file system takes both for one.")
    }

    private func findsCase() -> Bool {
        guard let probe = try? PendingFile([], name: "case", in: path) else { return true }
        defer { probe.discard() }
        let name = URL(fileURLWithPath: probe.temporaryPath).lastPathComponent
        return FileStatus(path: path + "/" + name.uppercased()) == nil
    }
}

/// A locked folder that goes, where nothing was put into it.
private final class LockedFolder: Sendable {
    private let path: String
    private let lock: FolderLock

    init(path: String, lock: FolderLock) {
        self.path = path
        self.lock = lock
    }

    // The lock goes after this, with the property.
    deinit { rmdir(path) }
}
