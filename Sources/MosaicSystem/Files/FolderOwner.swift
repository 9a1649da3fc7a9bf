#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Owner, group and permissions of a folder, which files and folders that are made in it take.
///
/// They are given by open descriptors: a link that another user puts in the place of a new file receives nothing.
package struct FolderOwner: Hashable, Sendable {
    private let owner: uid_t
    private let group: gid_t
    private let permissions: mode_t

    /// Nil if there is no such folder, or it may not be examined.
    package init?(of folder: String) {
        var status = stat()
        guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
        owner = status.st_uid
        group = status.st_gid
        // The sticky bit restricts a shared folder, and means nothing for one in it.
        permissions = status.st_mode & 0o2777
    }

    /// Sets owner, group and permissions of an open file as far as the process may, without the right to execute it.
    func give(toFile descriptor: Int32) { give(to: descriptor, permissions & 0o666) }

    /// Gives them to a folder that this process made, as far as it may; a link and the folder of another user stay.
    package func give(toFolder path: String) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_uid == geteuid() else { return }
        give(to: descriptor, permissions)
    }

    private func give(to descriptor: Int32, _ permissions: mode_t) {
        // A process that may not give files away may still choose among its own groups.
        if fchown(descriptor, owner, group) != 0 { _ = fchown(descriptor, uid_t.max, group) }
        // After the owner, whose change clears bits.
        fchmod(descriptor, permissions)
    }

    /// Whether a file or folder has the owner and the group; a path that cannot be examined counts as one that has them.
    package func owns(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { return true }
        return status.st_uid == owner && status.st_gid == group
    }
}
