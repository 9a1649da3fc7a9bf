#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Keeps two processes from publishing into one folder at a time.
///
/// The lock lies on the folder itself, not on a file in it: nothing is left behind, and a killed process holds
/// nothing.
package final class FolderLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock, or gives up at once.
    ///
    /// - Throws: `busy` where another process holds it, `unavailable`.
    package init(path: String, name: String) throws {
        // Kept at the end only: the deinitializer also runs for whoever gives up with everything set, and would close a
        // descriptor that is another's by then.
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
        // Whoever held it may have removed the folder meanwhile: a lock on that one keeps nobody out.
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
        // Closing alone would leave the lock to a process that is being started elsewhere in this one, until it runs.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
