import Foundation

/// An open folder. Its entries stay reachable if another folder or a link gets its path.
package final class OpenFolder: Sendable {
    private static let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
    /// Maximum depth of folders that are removed with their parent: each level holds one descriptor.
    private static let deepest = 64

    /// Valid while the folder is referenced.
    let descriptor: Int32

    /// Opens the folder at a path; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - followsLink: Whether the last part of the path may be a link.
    ///   - name: The folder's name in errors.
    /// - Throws: `unavailable` if the folder may exist, for example with too many open files.
    package init?(path: String, followsLink: Bool = false, name: String) throws {
        let flags = followsLink ? Self.flags : Self.flags | O_NOFOLLOW
        guard let descriptor = try Self.found(open(path, flags), name: name) else { return nil }
        self.descriptor = descriptor
    }

    /// Opens a folder in another one; `nil` if it does not exist. Links are not followed.
    private init?(_ name: String, in folder: OpenFolder) throws {
        let opened = openat(folder.descriptor, name, Self.flags | O_NOFOLLOW)
        guard let descriptor = try Self.found(opened, name: name) else { return nil }
        self.descriptor = descriptor
    }

    /// Opens a folder whose name may not be text; `nil` on any failure. Links are not followed.
    private init?(_ name: [CChar], in folder: OpenFolder) {
        let opened = openat(folder.descriptor, name, Self.flags | O_NOFOLLOW)
        guard opened >= 0 else { return nil }
        descriptor = opened
    }

    /// Takes ownership of a folder's descriptor.
    init(taking descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Checks the result of opening a file or folder.
    ///
    /// - Returns: The descriptor; `nil` if the path is missing or has a type that cannot be opened, such as a socket.
    /// - Throws: `unavailable`.
    static func found(_ descriptor: Int32, name: String) throws -> Int32? {
        guard descriptor < 0 else { return descriptor }
        let failure = SystemFailure.current
        guard ![ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG, ENXIO, ENODEV].contains(failure.code) else { return nil }
        throw FileError(.unavailable, name, "The file cannot be opened: \(failure).")
    }

    package var status: FileStatus? { FileStatus(descriptor: descriptor) }

    /// The status of an entry; `nil` if it does not exist or cannot be examined. Links are not followed.
    package func status(of name: String) -> FileStatus? { FileStatus(of: name, in: descriptor, followsLink: false) }

    /// Whether this folder is the one at a path.
    package func isOpened(at path: String) -> Bool {
        guard let status else { return false }
        return status.identity == FileStatus(ofLinkItself: path)?.identity
    }

    /// The names of all entries; none if the folder cannot be read.
    package var names: [String] {
        var names: [String] = []
        return FolderNames.visit(self) { name, _ in names.append(name) } == nil ? names : []
    }

    /// Opens a folder in this one; `nil` if it does not exist. Links are not followed.
    ///
    /// - Throws: `unavailable`.
    package func folder(_ name: String) throws -> OpenFolder? { try OpenFolder(name, in: self) }

    /// Opens a folder in this one and creates it if it is missing.
    ///
    /// - Throws: `refused` if a file or a link has the name, `unavailable`.
    package func makeFolder(_ name: String) throws -> OpenFolder { try makeFolder(name, permissions: 0o777) }

    func makeFolder(_ name: String, permissions: mode_t) throws -> OpenFolder {
        let isMade = mkdirat(descriptor, name, permissions) == 0
        let failure = SystemFailure.current
        if let folder = try folder(name) { return folder }
        guard !isMade, failure.code != EEXIST else {
            throw FileError(.refused, name, "A file or a link has the name of the folder.")
        }
        throw FileError(.unavailable, name, "The folder cannot be made: \(failure).")
    }

    /// Flushes added, changed and removed names to the disk.
    ///
    /// - Throws: `unavailable`.
    package func flush(name: String) throws { try DiskFlush.flush(folder: descriptor, name: name) }

    /// Removes an entry; removes a folder with its content, at most 64 levels deep. Links are not followed. An entry
    /// that cannot be removed stays.
    package func remove(_ name: String) { remove(name.utf8CString.map { $0 }, depth: 0) }

    private func remove(_ name: [CChar], depth: Int) {
        guard unlinkat(descriptor, name, 0) != 0, depth < Self.deepest else { return }
        if let folder = OpenFolder(name, in: self) {
            var names: [[CChar]] = []
            _ = FolderNames.visit(bytesOf: folder) { names.append($0) }
            for name in names { folder.remove(name, depth: depth + 1) }
        }
        unlinkat(descriptor, name, AT_REMOVEDIR)
    }
}

/// Folders of temporary files in places that other users may write, such as a video root.
///
/// A private folder belongs to the effective user of this process, and other users have no permission for it. So this
/// process can safely remove and move its entries.
extension OpenFolder {
    /// Opens a private folder in this one, and sets its mode to 700; `nil` if the name is free.
    ///
    /// - Throws: `refused` if the folder is not private or the name is a file's or a link's, `unavailable`.
    package func ownFolder(_ name: String) throws -> OpenFolder? {
        guard let folder = try folder(name) else {
            guard status(of: name) == nil else {
                throw FileError(.refused, name, "A file or a link has the name of this folder. Remove it.")
            }
            return nil
        }
        try folder.checkOwner(name)
        return folder
    }

    /// Opens a private folder in this one, and creates it if the name is free.
    ///
    /// - Throws: `refused` if the folder is not private or the name is a file's or a link's, `unavailable`.
    package func makeOwnFolder(_ name: String) throws -> OpenFolder {
        let folder = try makeFolder(name, permissions: 0o700)
        try folder.checkOwner(name)
        return folder
    }

    /// Removes the abandoned entries; see ``TemporaryName/isAbandoned(modified:now:)``. Entries whose name is not a
    /// ``TemporaryName`` stay.
    package func removeAbandoned() {
        for name in names {
            guard let temporary = TemporaryName(parsing: name), let status = status(of: name),
                temporary.isAbandoned(modified: status.modified)
            else { continue }
            remove(name)
        }
    }

    private func checkOwner(_ name: String) throws {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw FileError(.unavailable, name, "The folder cannot be read: \(SystemFailure.current).")
        }
        guard status.st_uid == geteuid() else {
            throw FileError(
                .refused, name,
                "The folder belongs to another user. Remove it, or give it to the user that runs this program.")
        }
        guard status.st_mode & 0o022 == 0 else {
            throw FileError(.refused, name, "Other users may write into the folder. Remove it, or set its mode to 700.")
        }
        // A copied or restored folder may have other permissions. Some file systems have no permissions.
        if status.st_mode & 0o077 != 0 { _ = fchmod(descriptor, 0o700) }
    }
}

/// Paths below a root that other users may write, such as a folder of sources.
extension OpenFolder {
    /// Opens a file or folder below a root. Links may lead to paths below the root.
    ///
    /// The path is resolved first and then opened folder by folder, so that a link that is created meanwhile is not
    /// followed.
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

    /// Opens the folder that contains a path below this one, folder by folder; `nil` if it does not exist. Links are
    /// not followed.
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

    /// Opens a folder below a root; `nil` if it does not exist. Links may lead to paths below the root.
    ///
    /// - Throws: `refused` if a link leads out of the root, `unavailable`.
    convenience init?(path: String, below root: String, name: String) throws {
        let opened = try Self.descriptor(of: path, below: root, flags: O_RDONLY | O_DIRECTORY, name: name)
        guard let descriptor = try Self.found(opened, name: name) else { return nil }
        self.init(taking: descriptor)
    }
}

extension FileStatus {
    /// The status of a path's target; `nil` if it does not exist or cannot be examined, or if a link leads out of the
    /// root.
    ///
    /// - Parameter root: The path, without links, of the folder that no link may leave; `nil` follows every link.
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
