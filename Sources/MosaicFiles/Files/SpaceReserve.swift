import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Space on a disk that is given up when the disk is full, so that something can be removed from it: what is removed is
/// noted first, and catalogs grow before they shrink.
package struct SpaceReserve: Hashable, Sendable {
    /// What the hidden file is called.
    package static let name = ".mosaic-reserve"
    /// How many bytes are kept, where the disk has them.
    static let bytes = 1 << 20
    /// The fewest that are worth keeping.
    private static let fewest = 64 << 10

    /// The folder on the disk.
    let folder: String
    private var path: String { folder + "/" + Self.name }

    /// The space that is kept in a folder.
    package init(in folder: String) { self.folder = folder }

    /// The space that is kept for something that lies in folders: once on each of their disks.
    package static func reserves(of folders: [String]) -> [SpaceReserve] {
        var disks: Set<UInt64> = []
        return folders.compactMap { folder in
            guard let disk = FileStatus(path: folder)?.device, disks.insert(disk).inserted else { return nil }
            return SpaceReserve(in: folder)
        }
    }

    /// Takes what is missing of the space, or as much as the disk has; a later call takes the rest.
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
        // What was allocated until a larger size failed is not to be lost, and nothing else is to seem to be kept.
        ftruncate(descriptor, off_t(kept))
        if kept == 0 { unlink(path) }
    }

    /// Gives the space up; whether there was any.
    package func release() -> Bool {
        guard let status = FileStatus(ofLinkItself: path), status.isRegularFile else { return false }
        return unlink(path) == 0 && status.bytes > 0
    }

    /// Whether the disk has less room than is kept, so that what fails may fail for that.
    package var isDiskFull: Bool {
        var status = statvfs()
        guard statvfs(folder, &status) == 0 else { return false }
        let (free, overflows) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return !overflows && free < UInt64(Self.bytes)
    }

    /// Makes a file so long that the disk keeps room for all of it; whether it does.
    private static func allocate(_ bytes: Int, _ descriptor: Int32) -> Bool {
        #if canImport(Glibc)
            return posix_fallocate(descriptor, 0, off_t(bytes)) == 0
        #else
            guard lseek(descriptor, 0, SEEK_SET) == 0 else { return false }
            return PendingFile.write([UInt8](repeating: 0, count: bytes), to: descriptor) == nil
        #endif
    }
}
