import Foundation

/// The file system's metadata of a path; links are followed by default.
package struct FileStatus: Hashable, Sendable {
    package let bytes: Int
    /// Nanoseconds since 1970.
    package let modified: Int64
    /// Time of the last change of content, name or permissions (ctime). Programs cannot set it. Nanoseconds since 1970.
    package let changed: Int64
    package let isRegularFile: Bool
    package let isFolder: Bool
    /// Whether the path itself is a link. `false` if the status was read with links followed.
    package let isLink: Bool
    package let inode: UInt64
    let device: UInt64

    /// Device and inode: two paths with equal values lead to the same file.
    package var identity: [UInt64] { [device, inode] }

    /// `nil` if the path does not exist or cannot be examined.
    package init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// The status of a name in an open folder.
    init?(of name: String, in folder: Int32, followsLink: Bool = true) {
        var status = stat()
        guard fstatat(folder, name, &status, followsLink ? 0 : AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        self.init(status)
    }

    /// The status of the path itself: a link is not followed.
    package init?(ofLinkItself path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// The status of an open file.
    package init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Whether the path does not exist. `false` if the path cannot be examined.
    package static func isAbsent(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) != 0 else { return false }
        return SystemFailure.current.isAbsence
    }

    /// Whether the process may access the files in a folder. `false` for a missing folder, and for one that the process
    /// may list but not enter.
    package static func permitsEntry(_ folder: String) -> Bool { FileStatus(path: folder + "/.") != nil }

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

    /// Converts a time to nanoseconds. Times before 1677 and after 2262 exceed the range of nanoseconds and are
    /// clamped.
    private static func nanoseconds(_ time: timespec) -> Int64 {
        let seconds = Int64(time.tv_sec)
        let limit = Int64.max / 1_000_000_000 - 1
        guard (-limit...limit).contains(seconds) else { return seconds < 0 ? .min : .max }
        return seconds * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// The current time, in nanoseconds since 1970.
    package static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return nanoseconds(time)
    }
}
