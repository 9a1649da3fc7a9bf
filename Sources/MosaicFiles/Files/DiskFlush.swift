import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Waits until what was written is on the disk, where a power loss does not take it back.
package enum DiskFlush {
    /// Flushes an open file or folder; nil where it is on the disk.
    package static func flush(descriptor: Int32) -> SystemFailure? {
        #if canImport(Darwin)
            // There fsync leaves the bytes to the drive, which may lose them.
            if fcntl(descriptor, F_FULLFSYNC) == 0 { return nil }
        #endif
        while fsync(descriptor) != 0 {
            let failure = SystemFailure.current
            guard failure.code == EINTR else { return failure }
        }
        return nil
    }

    /// Flushes the entries of a folder: names that were given, changed or removed in it.
    ///
    /// - Throws: `unavailable`.
    package static func flush(folder: String) throws {
        let path = folder.isEmpty ? "." : folder
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let failure = SystemFailure.current
            // A folder that may be written but not read cannot be opened; then the whole system is flushed.
            guard failure.code != EACCES else { return sync() }
            throw error(failure, path)
        }
        defer { close(descriptor) }
        // Some file systems have nothing to flush for a folder and say so; the files themselves were flushed already.
        guard let failure = flush(descriptor: descriptor), ![EINVAL, ENOTSUP].contains(failure.code) else { return }
        throw error(failure, path)
    }

    private static func error(_ failure: SystemFailure, _ path: String) -> FileError {
        FileError(
            .unavailable, URL(fileURLWithPath: path).lastPathComponent,
            "The folder cannot be flushed to the disk: \(failure).")
    }
}
