import Foundation

/// Excludes other publishers, in this process and in others, from a folder.
///
/// The folder itself is locked instead of a file in it, so that no lock file remains. The system releases the lock of a
/// killed process.
package final class FolderLock: Sendable {
    private let descriptor: Int32

    /// Acquires the lock without waiting.
    ///
    /// - Throws: `busy` if another publisher holds the lock or has just removed the folder, `unavailable`.
    package init(path: String, name: String) throws {
        // The property is set last: if the initializer throws after all properties are set, the deinitializer closes
        // the descriptor a second time, when its number may belong to another file.
        let opened = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard opened >= 0 else {
            throw FileError(.unavailable, name, "The folder cannot be opened: \(SystemFailure.current).")
        }
        guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
            let failure = SystemFailure.current
            close(opened)
            guard failure.code == EWOULDBLOCK else {
                throw FileError(.unavailable, name, "The folder cannot be locked: \(failure).")
            }
            throw FileError(.busy, name, "Another mosaic is writing into this folder.")
        }
        // The previous owner may have removed the folder meanwhile. A lock on a removed folder excludes no process.
        guard Self.isOpened(opened, at: path) else {
            close(opened)
            throw FileError(.busy, name, "Another mosaic has just removed this folder.")
        }
        descriptor = opened
    }

    /// Whether the locked folder is still at `path`. A new folder at the path is not locked.
    package func isHeld(at path: String) -> Bool { Self.isOpened(descriptor, at: path) }

    private static func isOpened(_ descriptor: Int32, at path: String) -> Bool {
        guard let opened = FileStatus(descriptor: descriptor) else { return false }
        return opened.identity == FileStatus(path: path)?.identity
    }

    deinit {
        // A child process inherits the descriptor until its exec: closing it here would not release the lock.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}

/// Locks one file, so that other writers do not replace it while this process compares and replaces it.
final class FileLock {
    /// Status of the file, read after it was locked.
    let status: FileStatus
    private let descriptor: Int32

    /// Locks the file of a path; `nil` if the file is missing or a link, or if another writer has locked it.
    ///
    /// - Throws: `unavailable`.
    init?(_ place: PathInFolder, name: String) throws {
        // The property is set last, so that a failure does not run the deinitializer.
        let opened = place.open(O_RDONLY | O_NONBLOCK)
        guard opened >= 0 else {
            let failure = SystemFailure.current
            guard ![ENOENT, ENOTDIR, ELOOP].contains(failure.code) else { return nil }
            throw FileError(.unavailable, name, "The file cannot be opened: \(failure).")
        }
        guard flock(opened, LOCK_EX | LOCK_NB) == 0, let status = FileStatus(descriptor: opened) else {
            let failure = SystemFailure.current
            close(opened)
            guard failure.code != EWOULDBLOCK else { return nil }
            throw FileError(.unavailable, name, "The file cannot be locked: \(failure).")
        }
        self.status = status
        descriptor = opened
    }

    deinit {
        // A child process inherits the descriptor until its exec: closing it here would not release the lock.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
