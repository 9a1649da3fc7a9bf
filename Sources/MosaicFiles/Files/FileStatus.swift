#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What the file system says about a path, links followed unless told otherwise.
package struct FileStatus: Hashable, Sendable {
    package let bytes: Int
    /// Nanoseconds since 1970.
    package let modified: Int64
    /// When anything about it last changed, its content, name or rights; nobody can set that. Nanoseconds since 1970.
    package let changed: Int64
    package let isRegularFile: Bool
    package let isFolder: Bool
    /// Whether the path itself is a link; only where links were not followed.
    package let isLink: Bool
    package let inode: UInt64
    let device: UInt64

    /// Device and inode: two paths with the same are the same file.
    package var identity: [UInt64] { [device, inode] }

    /// Nil where there is nothing, or nothing that may be looked at.
    package init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// What has this name in an open folder.
    init?(of name: String, in folder: Int32) {
        var status = stat()
        guard fstatat(folder, name, &status, 0) == 0 else { return nil }
        self.init(status)
    }

    /// What is at the path itself, where that is a link as well.
    package init?(ofLinkItself path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// What an open file is.
    package init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Whether it is certain that nothing is there, not only that it cannot be looked at.
    package static func isAbsent(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) != 0 else { return false }
        return [ENOENT, ENOTDIR].contains(SystemFailure.current.code)
    }

    private init(_ status: stat) {
        bytes = Int(status.st_size)
        isRegularFile = status.st_mode & S_IFMT == S_IFREG
        isFolder = status.st_mode & S_IFMT == S_IFDIR
        isLink = status.st_mode & S_IFMT == S_IFLNK
        inode = UInt64(status.st_ino)
        device = UInt64(truncatingIfNeeded: status.st_dev)
        #if canImport(Glibc)
            let (written, touched) = (status.st_mtim, status.st_ctim)
        #else
            let (written, touched) = (status.st_mtimespec, status.st_ctimespec)
        #endif
        modified = Self.nanoseconds(written)
        changed = Self.nanoseconds(touched)
    }

    /// A file may claim to be of any year; those that nanoseconds do not reach (before 1677, after 2262) count as the
    /// last one that they do.
    private static func nanoseconds(_ time: timespec) -> Int64 {
        let seconds = Int64(time.tv_sec)
        let limit = Int64.max / 1_000_000_000 - 1
        guard (-limit...limit).contains(seconds) else { return seconds < 0 ? .min : .max }
        return seconds * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// The system's clock in the unit of `modified`.
    package static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return nanoseconds(time)
    }
}
