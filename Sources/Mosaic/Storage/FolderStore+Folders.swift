import Foundation
import MosaicSystem

extension FolderStore {
    /// Locks a key's folder against other processes and tasks. Creates the folder; when the lock is released, removes
    /// it if it is still empty.
    ///
    /// - Throws: `busy`, `unavailable`, `refused`.
    package func lock(_ folder: ObjectKey?) async throws -> StoreLock {
        let name = folder?.rawValue ?? URL(fileURLWithPath: path).lastPathComponent
        let locked = try folder.map { try self.folder(at: $0) } ?? path
        if let status = FileStatus(path: locked), !status.isFolder {
            throw MosaicError(.refused, name, "A file lies where the folder belongs.")
        }
        let held = try inFolder(locked) { LockedFolder(path: locked, lock: try FolderLock(path: locked, name: name)) }
        if let folder { try refuseOtherCase(of: folder) }
        if folder == nil {
            PendingFile.discardLeftovers(in: locked, isLocked: true)
        } else {
            Self.discardLeftovers(ofLocked: locked)
        }
        return StoreLock(holding: held)
    }

    /// Removes files that killed writers staged in a storyboard's locked folder and in the folders of its widths.
    static func discardLeftovers(ofLocked folder: String) {
        PendingFile.discardLeftovers(in: folder, isLocked: true)
        for name in widths(in: folder) {
            let path = folder + "/" + name
            // Another storyboard may have a width as its name, and another process may be writing in its folder.
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: path),
                names.isEmpty || names.contains(where: isTemporary), let lock = try? FolderLock(path: path, name: name)
            else { continue }
            PendingFile.discardLeftovers(in: path, isLocked: true)
            // Has an effect only if the folder is empty.
            rmdir(path)
            withExtendedLifetime(lock) {}
        }
    }

    /// Whether a storyboard's folder or a folder of its widths has temporary files, of killed or running writers.
    static func holdsLeftovers(_ folder: String) -> Bool {
        ([folder] + widths(in: folder).map { folder + "/" + $0 }).contains { folder in
            FolderNames.all(in: folder).contains(where: isTemporary)
        }
    }

    /// The names of folders that are widths; links are not followed.
    private static func widths(in folder: String) -> [String] {
        FolderNames.all(in: folder).filter { name in
            StoryboardPublisher.width(named: name) != nil
                && FileStatus(ofLinkItself: folder + "/" + name)?.isFolder == true
        }
    }

    /// Creates a folder and runs `work` in it. Retries if another process removed the empty folder in between.
    ///
    /// - Throws: `unavailable`, errors of `work`.
    func inFolder<Result>(_ folder: String, _ work: () throws -> Result) throws -> Result {
        var attempts = 16
        while true {
            do {
                try makeFolder(folder)
                return try MosaicError.translating(work)
            } catch let error as MosaicError where error.code == .unavailable {
                attempts -= 1
                guard attempts > 0, FileStatus(path: folder) == nil else { throw error }
            }
        }
    }

    /// Removes empty folders from `folder` upwards. A locked folder stays; it is removed with its lock.
    func removeEmpty(_ folder: String, levels: Int) {
        var folder = folder
        for _ in 0..<levels {
            guard let lock = try? FolderLock(path: folder, name: ""), rmdir(folder) == 0 else { return }
            withExtendedLifetime(lock) {}
            folder = FolderPath.parent(of: folder)
        }
    }

    /// Flushes the names in a folder to the disk.
    ///
    /// - Throws: `unavailable`.
    static func flush(folder: String) throws {
        try MosaicError.translating { try DiskFlush.flush(folder: folder) }
    }

    /// Flushes a folder after names were removed from it; if the folder was removed as well, flushes its parent.
    ///
    /// - Throws: `unavailable`.
    func flushRemoval(from folder: String) throws {
        do {
            try Self.flush(folder: folder)
        } catch {
            // Another process may have removed the folder, and created it again.
            guard FileStatus(path: folder) == nil else { return try Self.flush(folder: folder) }
            guard folder != path, folder.utf8.count > path.utf8.count else { return }
            try flushRemoval(from: FolderPath.parent(of: folder))
        }
    }

    /// Creates the store's folder and its parents, durably.
    ///
    /// - Throws: `unavailable`; `invalidSettings` for a path that no output may have, such as `s3://bucket/`.
    package func make() throws {
        try FolderPath.checkOutput(path)
        try makeFolder(path)
        guard FileStatus(path: path)?.isFolder == true else {
            throw MosaicError(
                .unavailable, URL(fileURLWithPath: path).lastPathComponent,
                "The folder cannot be made: a file lies in its place.")
        }
    }

    /// The folders to flush after `folder` was written to: the folder itself, and parents that may be new.
    func foldersToFlush(for folder: String) -> [String] {
        var folders = [folder]
        while let last = folders.last, last != path, last.utf8.count > path.utf8.count {
            folders.append(FolderPath.parent(of: last))
        }
        return folders
    }

    /// Creates a folder and its parents. The store's folder and its parents are flushed here, all other folders with
    /// their content.
    private func makeFolder(_ folder: String) throws {
        guard !folder.isEmpty, FileStatus(path: folder) == nil else { return }
        let above = FolderPath.parent(of: folder)
        try makeFolder(above)
        if mkdir(folder, 0o777) != 0 {
            let failure = SystemFailure.current
            guard failure.code == EEXIST else {
                throw MosaicError(
                    .unavailable, URL(fileURLWithPath: folder).lastPathComponent,
                    "The folder cannot be made: \(failure.making(in: above)).")
            }
        }
        if folder.utf8.count <= path.utf8.count { try Self.flush(folder: above) }
    }

    /// Refuses a key that differs only in case from an existing one, if the file system ignores case.
    ///
    /// Called when the folder exists and is locked, so that one of two concurrent creations is refused.
    private func refuseOtherCase(of key: ObjectKey) throws {
        let name = String(key.parts[0])
        guard !(tellsCase ?? tellsCase(of: name)) else { return }
        let names = FolderNames.all(in: path)
        guard let other = names.first(where: { $0 != name && $0.lowercased() == name.lowercased() }) else { return }
        throw MosaicError(
            .refused, name, "It differs only in case from \(other), and this file system takes both for one.")
    }

    /// Whether the file system distinguishes case: the name in other case does not lead to the same folder.
    private func tellsCase(of name: String) -> Bool {
        let other = name == name.lowercased() ? name.uppercased() : name.lowercased()
        guard other != name, let status = FileStatus(ofLinkItself: path + "/" + other) else { return true }
        return status.identity != FileStatus(ofLinkItself: path + "/" + name)?.identity
    }
}

/// A locked folder, which is removed on release if it is empty.
private final class LockedFolder: Sendable {
    private let path: String
    private let lock: FolderLock

    init(path: String, lock: FolderLock) {
        self.path = path
        self.lock = lock
    }

    // The stored lock is released after this.
    deinit { rmdir(path) }
}
