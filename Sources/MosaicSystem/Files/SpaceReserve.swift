import Foundation

/// Disk space in a hidden file. It is released when the disk is full, so that objects can be removed: each removal is
/// recorded first, and a catalog grows before it shrinks.
package struct SpaceReserve: Hashable, Sendable {
    /// The name of the hidden file.
    package static let name = ".mosaic-reserve"
    /// Maximum size of the reserve in bytes.
    static let bytes = 1 << 20
    /// Minimum size of the reserve in bytes.
    private static let fewest = 64 << 10

    /// The folder of the hidden file.
    let folder: String
    private var path: String { folder + "/" + Self.name }

    /// Creates the reserve in a folder; allocates no space yet.
    package init(in folder: String) { self.folder = folder }

    /// The reserves for several folders: one reserve for each disk. Missing folders are left out.
    package static func reserves(of folders: [String]) -> [SpaceReserve] {
        var disks: Set<UInt64> = []
        return folders.compactMap { folder in
            guard let disk = FileStatus(path: folder)?.device, disks.insert(disk).inserted else { return nil }
            return SpaceReserve(in: folder)
        }
    }

    /// Enlarges the reserve to its maximum size, or to a half, a quarter and so on if the disk has less free space. A
    /// later call allocates the rest.
    package func take() {
        let kept = FileStatus(path: path)?.bytes ?? 0
        guard kept < Self.bytes else { return }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var wanted = Self.bytes
        while wanted > max(kept, Self.fewest - 1) {
            if Self.allocate(wanted, descriptor) { return }
            wanted /= 2
        }
        // Frees the bytes of a failed larger allocation, and keeps the earlier reserve.
        ftruncate(descriptor, off_t(kept))
        if kept == 0 { unlink(path) }
    }

    /// Releases the space; returns whether there was a reserve.
    package func release() -> Bool {
        guard let status = FileStatus(ofLinkItself: path), status.isRegularFile else { return false }
        return unlink(path) == 0 && status.bytes > 0
    }

    /// Whether no space is reserved.
    package var isMissing: Bool { FileStatus(ofLinkItself: path) == nil }

    /// Whether the disk has less free space than a full reserve, so that a failure may come from the lack of space.
    package var isDiskFull: Bool {
        var status = statvfs()
        guard statvfs(folder, &status) == 0 else { return false }
        let (free, overflows) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return !overflows && free < UInt64(Self.bytes)
    }

    /// Allocates disk space for the first `bytes` bytes of a file; returns whether that succeeded.
    private static func allocate(_ bytes: Int, _ descriptor: Int32) -> Bool {
        #if canImport(Glibc)
            return posix_fallocate(descriptor, 0, off_t(bytes)) == 0
        #else
            guard lseek(descriptor, 0, SEEK_SET) == 0 else { return false }
            return PendingFile.write([UInt8](repeating: 0, count: bytes), to: descriptor) == nil
        #endif
    }
}

/// Flushes writes to the disk, so that they survive a power loss.
package enum DiskFlush {
    /// Flushes an open file or folder; returns `nil` on success.
    package static func flush(descriptor: Int32) -> SystemFailure? {
        #if canImport(Darwin)
            // On macOS `fsync` leaves the bytes in the drive's cache, which loses them at a power failure.
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
            // A folder without read permission cannot be opened. Then all file systems are flushed instead.
            guard failure.code != EACCES else { return sync() }
            throw error(failure, URL(fileURLWithPath: path).lastPathComponent)
        }
        defer { close(descriptor) }
        try flush(folder: descriptor, name: URL(fileURLWithPath: path).lastPathComponent)
    }

    /// Flushes the entries of an open folder.
    static func flush(folder descriptor: Int32, name: String) throws {
        // Some file systems cannot flush folders and return an error; the files were flushed already.
        guard let failure = flush(descriptor: descriptor), ![EINVAL, ENOTSUP].contains(failure.code) else { return }
        throw error(failure, name)
    }

    private static func error(_ failure: SystemFailure, _ name: String) -> FileError {
        FileError(.unavailable, name, "The folder cannot be flushed to the disk: \(failure).")
    }
}
