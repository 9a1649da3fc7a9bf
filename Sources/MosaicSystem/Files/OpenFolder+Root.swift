#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Paths below a root that other users may write, such as a folder of sources.
extension OpenFolder {
    /// Opens a file or folder below a root. Links may lead to places below the root.
    ///
    /// The path without links is opened folder by folder, so that a link that appears meanwhile is not followed.
    /// - Parameters:
    ///   - root: The root's path without links.
    ///   - name: The file's name in errors.
    /// - Returns: The descriptor; negative on failure.
    /// - Throws: `refused` if a link leads out of the root, `unavailable`.
    static func descriptor(of path: String, below root: String, flags: Int32, name: String) throws -> Int32 {
        guard let real = RealPath.of(path) else { return -1 }
        guard let relative = RealPath.path(of: real, below: root) else {
            throw FileError(.refused, name, "A link leads out of the root of sources.")
        }
        guard let (folder, last) = try OpenFolder(path: root, name: name)?.folder(holding: relative) else {
            errno = ENOENT
            return -1
        }
        return openat(folder.descriptor, last, flags | O_NOFOLLOW | O_CLOEXEC)
    }

    /// Opens the folder that holds a path below this one, folder by folder; `nil` if there is none. Links are not
    /// followed.
    ///
    /// - Returns: The folder and the last part of the path.
    /// - Throws: `unavailable`.
    func folder(holding path: String) throws -> (folder: OpenFolder, last: String)? {
        var parts = path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
        guard let last = parts.popLast() else { return nil }
        var folder = self
        for part in parts {
            guard let next = try folder.folder(part) else { return nil }
            folder = next
        }
        return (folder, last)
    }

    /// Opens a folder below a root; `nil` if there is none. Links may lead to places below the root.
    ///
    /// - Throws: `refused` if a link leads out of the root, `unavailable`.
    convenience init?(path: String, below root: String, name: String) throws {
        let opened = try Self.descriptor(of: path, below: root, flags: O_RDONLY | O_DIRECTORY, name: name)
        guard let descriptor = try Self.found(opened, name: name) else { return nil }
        self.init(taking: descriptor)
    }
}

extension FileStatus {
    /// The status of a path's target; `nil` if there is none, or if a link leads out of the root.
    ///
    /// - Parameter root: The folder that no link may leave, without links; `nil` follows every link.
    package init?(path: String, below root: String?) {
        guard let root else {
            self.init(path: path)
            return
        }
        guard let real = RealPath.of(path), let relative = RealPath.path(of: real, below: root),
            let (folder, last) = try? OpenFolder(path: root, name: root)?.folder(holding: relative),
            let status = folder.status(of: last), !status.isLink
        else { return nil }
        self = status
    }
}
