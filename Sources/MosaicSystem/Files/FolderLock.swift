#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Excludes other processes from publishing into a folder.
///
/// The folder itself is locked and no file in it, so that nothing is left behind; the system releases the lock of a
/// killed process.
package final class FolderLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock, or fails at once.
    ///
    /// - Throws: `busy` where another process holds it, `unavailable`.
    package init(path: String, name: String) throws {
        // Set at the end only: a failure after all properties are set would run the deinitializer and close a
        // descriptor that is in use elsewhere by then.
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
        // The previous owner may have removed the folder in the meantime: a lock on a removed folder excludes nobody.
        guard Self.isOpened(opened, at: path) else {
            close(opened)
            throw FileError(.busy, name, "Another mosaic has just removed this folder.")
        }
        descriptor = opened
    }

    /// Whether the locked folder is still at a path: a folder that took its place is not locked.
    package func isHeld(at path: String) -> Bool { Self.isOpened(descriptor, at: path) }

    private static func isOpened(_ descriptor: Int32, at path: String) -> Bool {
        guard let opened = FileStatus(descriptor: descriptor) else { return false }
        return opened.identity == FileStatus(path: path)?.identity
    }

    deinit {
        // Closing alone would leave the lock with a child process until its exec.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}

/// Excludes other writers from replacing one file while it is compared and replaced.
final class FileLock {
    /// The locked file.
    let status: FileStatus
    private let descriptor: Int32

    /// Locks the file of a path; nil where there is none, and where another writer is replacing it.
    ///
    /// - Throws: `unavailable`.
    init?(_ place: PathInFolder, name: String) throws {
        // Set at the end only, so that a failure does not run the deinitializer.
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
        // Closing alone would leave the lock with a child process until its exec.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
