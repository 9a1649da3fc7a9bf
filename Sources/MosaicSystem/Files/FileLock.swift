#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

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
