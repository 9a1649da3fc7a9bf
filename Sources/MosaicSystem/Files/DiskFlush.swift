import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Flushes writes to the disk, so that they survive a power loss.
package enum DiskFlush {
    /// Flushes an open file or folder; nil on success.
    package static func flush(descriptor: Int32) -> SystemFailure? {
        #if canImport(Darwin)
            // On macOS fsync leaves the bytes in the drive's cache, which a power loss clears.
            if fcntl(descriptor, F_FULLFSYNC) == 0 { return nil }
        #endif
        while fsync(descriptor) != 0 {
            let failure = SystemFailure.current
            guard failure.code == EINTR else { return failure }
        }
        return nil
    }

    /// Flushes the entries of a folder: added, changed and removed names.
    ///
    /// - Throws: `unavailable`.
    package static func flush(folder: String) throws {
        let path = folder.isEmpty ? "." : folder
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let failure = SystemFailure.current
            // A folder without read permission cannot be opened; then all file systems are flushed.
            guard failure.code != EACCES else { return sync() }
            throw error(failure, URL(fileURLWithPath: path).lastPathComponent)
        }
        defer { close(descriptor) }
        try flush(folder: descriptor, name: URL(fileURLWithPath: path).lastPathComponent)
    }

    /// The same for an open folder.
    static func flush(folder descriptor: Int32, name: String) throws {
        // Some file systems cannot flush folders and say so; the files were flushed already.
        guard let failure = flush(descriptor: descriptor), ![EINVAL, ENOTSUP].contains(failure.code) else { return }
        throw error(failure, name)
    }

    private static func error(_ failure: SystemFailure, _ name: String) -> FileError {
        FileError(.unavailable, name, "The folder cannot be flushed to the disk: \(failure).")
    }
}
