#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A path that the system resolves in an open folder, or as usual without one. The last part is never followed.
struct PathInFolder: Sendable {
    /// `nil` resolves the path as usual.
    var folder: OpenFolder?
    let path: String

    /// `nil` if nothing has the path.
    var status: FileStatus? { FileStatus(of: path, in: descriptor, followsLink: false) }

    /// Opens the file; negative on failure.
    func open(_ flags: Int32, permissions: mode_t = 0) -> Int32 {
        openat(descriptor, path, flags | O_NOFOLLOW | O_CLOEXEC, permissions)
    }

    /// Renames the file; whether that succeeded.
    func rename(to other: PathInFolder) -> Bool { renameat(descriptor, path, other.descriptor, other.path) == 0 }

    /// Gives the file another name unless a file has it; whether that succeeded.
    func link(to other: PathInFolder) -> Bool { linkat(descriptor, path, other.descriptor, other.path, 0) == 0 }

    /// Removes the file.
    func remove() { unlinkat(descriptor, path, 0) }

    private var descriptor: Int32 { folder?.descriptor ?? AT_FDCWD }
}
