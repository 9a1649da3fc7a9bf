import Foundation
import MosaicFiles

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension FolderStore {
    /// Locks the folder of that key against other processes and other tasks; it is made, and goes with the lock where
    /// it is still empty.
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
        PendingFile.discardLeftovers(in: locked, isLocked: true)
        return StoreLock(holding: held)
    }

    /// Makes a folder and does something in it; does so again where another has removed the folder in between, empty.
    ///
    /// - Throws: `unavailable`, what `work` throws.
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

    /// Removes folders that hold nothing any more, from `folder` up; whoever holds the lock of one counts on it, and
    /// removes it in the end.
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

    /// Flushes a folder that names were removed from; where it is gone itself, the one above it.
    ///
    /// - Throws: `unavailable`.
    func flushRemoval(from folder: String) throws {
        do {
            try Self.flush(folder: folder)
        } catch {
            guard FileStatus(path: folder) == nil else { throw error }
            guard folder != path, folder.utf8.count > path.utf8.count else { return }
            try flushRemoval(from: FolderPath.parent(of: folder))
        }
    }

    /// Makes the store's folder where it is missing, and those above it; they are there for good.
    ///
    /// - Throws: `unavailable`.
    package func make() throws {
        try makeFolder(path)
        guard FileStatus(path: path)?.isFolder == true else {
            throw MosaicError(
                .unavailable, URL(fileURLWithPath: path).lastPathComponent,
                "The folder cannot be made: a file lies in its place.")
        }
    }

    /// The folders into which what is new in `folder` has to be flushed: itself, and those above it that it may be new in.
    func foldersToFlush(for folder: String) -> [String] {
        var folders = [folder]
        while let last = folders.last, last != path, last.utf8.count > path.utf8.count {
            folders.append(FolderPath.parent(of: last))
        }
        return folders
    }

    /// Makes a folder and those above it. Those above the store are flushed here, the others with what comes into them.
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

    /// Where the file system does not tell "Film" from "film", one would take the other's place.
    ///
    /// Asked when the folder is there and locked, so that of two that are made at a time one is refused.
    private func refuseOtherCase(of key: ObjectKey) throws {
        let name = String(key.parts[0])
        guard !(tellsCase ?? tellsCase(of: name)) else { return }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        guard let other = names.first(where: { $0 != name && $0.lowercased() == name.lowercased() }) else { return }
        throw MosaicError(
            .refused, name, "It differs only in case from \(other), and this file system takes both for one.")
    }

    /// Whether a folder that is there is another one in capitals.
    private func tellsCase(of name: String) -> Bool {
        let other = name == name.lowercased() ? name.uppercased() : name.lowercased()
        guard other != name, let status = FileStatus(ofLinkItself: path + "/" + other) else { return true }
        return status.identity != FileStatus(ofLinkItself: path + "/" + name)?.identity
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
