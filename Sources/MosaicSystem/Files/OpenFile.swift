import Foundation

/// A file that is open for reading. Its content stays readable if another file gets the path.
package final class OpenFile: Sendable {
    private static let flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK

    /// Size, times and inode when the file was opened.
    package let status: FileStatus
    private let name: String
    private let descriptor: Int32

    /// Opens a regular file; `nil` if there is none. A link is not followed.
    ///
    /// - Throws: `unavailable` if the file may exist, for example with too many open files.
    package convenience init?(path: String, name: String) throws {
        guard let descriptor = try OpenFolder.found(open(path, Self.flags), name: name) else { return nil }
        self.init(descriptor, name: name)
    }

    /// Opens a regular file in an open folder; `nil` if there is none. A link is not followed.
    ///
    /// - Throws: `unavailable` if the file may exist.
    package convenience init?(_ file: String, in folder: OpenFolder, name: String) throws {
        let opened = openat(folder.descriptor, file, Self.flags)
        guard let descriptor = try OpenFolder.found(opened, name: name) else { return nil }
        self.init(descriptor, name: name)
    }

    /// Opens a regular file by its path below a folder; `nil` if there is none.
    ///
    /// The path is opened folder by folder, so that a link on the way is not followed, even one that is created
    /// meanwhile.
    /// - Throws: `unavailable` if the file may exist, for example with too many open files.
    package convenience init?(path: String, below root: String, name: String) throws {
        guard let root = try OpenFolder(path: root, followsLink: true, name: name),
            let (folder, last) = try root.folder(holding: path)
        else { return nil }
        try self.init(last, in: folder, name: name)
    }

    /// Takes ownership of a descriptor; `nil` unless it belongs to a regular file.
    private init?(_ descriptor: Int32, name: String) {
        guard let status = FileStatus(descriptor: descriptor), status.isRegularFile else {
            close(descriptor)
            return nil
        }
        self.status = status
        self.name = name
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Reads the bytes of `range` that the file had when it was opened.
    ///
    /// - Throws: `unavailable`.
    package func read(_ range: Range<Int>) throws -> [UInt8] {
        let range = range.clamped(to: 0..<max(0, status.bytes))
        var bytes = [UInt8](repeating: 0, count: range.count)
        try FileReader.fill(&bytes, from: descriptor, at: range.lowerBound, name: name)
        return bytes
    }
}

/// A path relative to an open folder, or to the working folder. If its last part is a link, the link is not followed.
struct PathInFolder: Sendable {
    /// The open folder; `nil` resolves the path from the working folder.
    var folder: OpenFolder?
    let path: String

    /// The status of the path itself; `nil` if it does not exist or cannot be examined.
    var status: FileStatus? { FileStatus(of: path, in: descriptor, followsLink: false) }

    /// Opens the file and returns the descriptor, negative on failure.
    func open(_ flags: Int32, permissions: mode_t = 0) -> Int32 {
        openat(descriptor, path, flags | O_NOFOLLOW | O_CLOEXEC, permissions)
    }

    /// Renames the file and returns whether that succeeded.
    func rename(to other: PathInFolder) -> Bool { renameat(descriptor, path, other.descriptor, other.path) == 0 }

    /// Creates a hard link unless the other path exists, and returns whether that succeeded.
    func link(to other: PathInFolder) -> Bool { linkat(descriptor, path, other.descriptor, other.path, 0) == 0 }

    func remove() { unlinkat(descriptor, path, 0) }

    private var descriptor: Int32 { folder?.descriptor ?? AT_FDCWD }
}

/// Resolves paths to absolute ones without links, `.` and `..`.
package enum RealPath {
    /// The resolved path; `nil` if it cannot be resolved, as if no file or folder is there.
    package static func of(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// The part of an absolute path below a root; `nil` for the root itself and for paths outside of it.
    package static func path(of path: String, below root: String) -> String? {
        let root = root.utf8.last == UInt8(ascii: "/") ? root : root + "/"
        guard path.utf8.starts(with: root.utf8), path.utf8.count > root.utf8.count else { return nil }
        return String(decoding: path.utf8.dropFirst(root.utf8.count), as: UTF8.self)
    }

    /// The root that contains an absolute path; `nil` if none does. If roots contain each other, the outermost one.
    package static func root(of path: String, among roots: [String]) -> String? {
        roots.filter { self.path(of: path, below: $0) != nil }.min { $0.utf8.count < $1.utf8.count }
    }
}
