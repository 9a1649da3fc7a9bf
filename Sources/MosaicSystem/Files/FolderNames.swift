import Foundation

/// The names of a folder's entries, in the system's order.
package enum FolderNames {
    #if canImport(Glibc)
        private typealias Listing = OpaquePointer
    #else
        private typealias Listing = UnsafeMutablePointer<DIR>
    #endif

    /// Calls `visit` with each name except `.` and `..`, and with the folder's descriptor.
    ///
    /// - Returns: The error that ended the visit; `nil` if all names were visited.
    static func visit(_ folder: String, _ visit: (_ name: String, _ folder: Int32) -> Void) -> SystemFailure? {
        // The system would read the path up to its first zero byte.
        guard !folder.utf8.contains(0) else { return SystemFailure(code: EINVAL) }
        guard let listing = opendir(folder) else { return .current }
        return read(listing) { visit(String(decoding: $0, as: UTF8.self), dirfd(listing)) }
    }

    /// Visits the names of an open folder, like ``visit(_:_:)`` for a path.
    static func visit(_ folder: OpenFolder, _ visit: (_ name: String, _ folder: Int32) -> Void) -> SystemFailure? {
        read(folder) { visit(String(decoding: $0, as: UTF8.self), folder.descriptor) }
    }

    /// Visits the names of an open folder as the system stores them: bytes that may not be text, with a zero byte at
    /// the end.
    static func visit(bytesOf folder: OpenFolder, _ visit: (_ name: [CChar]) -> Void) -> SystemFailure? {
        read(folder) { visit($0.map { CChar(bitPattern: $0) } + [0]) }
    }

    private static func read(_ folder: OpenFolder, _ visit: (UnsafeRawBufferPointer.SubSequence) -> Void)
        -> SystemFailure?
    {
        // Opens the folder again: a listing moves the read position, which copies of a descriptor share.
        let descriptor = openat(folder.descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return .current }
        guard let listing = fdopendir(descriptor) else {
            let failure = SystemFailure.current
            close(descriptor)
            return failure
        }
        return read(listing, visit)
    }

    /// Visits the names of a listing and closes it.
    private static func read(_ listing: Listing, _ visit: (UnsafeRawBufferPointer.SubSequence) -> Void)
        -> SystemFailure?
    {
        defer { closedir(listing) }
        while true {
            errno = 0
            guard let entry = readdir(listing) else { return errno == 0 ? nil : .current }
            withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                let name = bytes.prefix { $0 != 0 }
                if !name.elementsEqual(".".utf8), !name.elementsEqual("..".utf8) { visit(name) }
            }
        }
    }

    /// Whether the process may list the folder.
    package static func isReadable(_ folder: String) -> Bool { access(folder, R_OK) == 0 }

    /// All names; none if the folder cannot be read.
    package static func all(in folder: String) -> [String] {
        var names: [String] = []
        return visit(folder) { name, _ in names.append(name) } == nil ? names : []
    }
}

/// A regular file in a folder.
package struct FolderEntry: Hashable, Sendable {
    package let name: String
    package let path: String
    package let status: FileStatus

    /// Whether a name has an extension of a screenshot.
    package static func isPicture(_ name: String) -> Bool {
        let name = name.lowercased()
        return [".jpg", ".jpeg", ".png"].contains { name.hasSuffix($0) }
    }

    /// The regular files of a folder, in any order, and its other entries except folders. Hidden entries are left out.
    ///
    /// - Parameter root: The path, without links, of the folder that no link on the way may leave; `nil` follows every
    ///   link.
    /// - Throws: `missing` if there is no such folder, `refused` if a link leaves the root, `unavailable`.
    package static func contents(of folder: String, below root: String? = nil) throws -> (
        files: [FolderEntry], others: [(name: String, reason: String)]
    ) {
        var files: [FolderEntry] = []
        var others: [(name: String, reason: String)] = []
        var isClosed = false
        // Resolves names relative to the open folder, so that the system does not resolve the whole path for each file.
        func status(_ name: String, _ descriptor: Int32) -> FileStatus? {
            guard root != nil else { return FileStatus(of: name, in: descriptor) }
            let own = FileStatus(of: name, in: descriptor, followsLink: false)
            return own?.isLink == true ? FileStatus(path: folder + "/" + name, below: root) : own
        }
        func note(_ name: String, _ descriptor: Int32) {
            guard !name.hasPrefix(".") else { return }
            if let status = status(name, descriptor) {
                if status.isRegularFile {
                    files.append(FolderEntry(name: name, path: folder + "/" + name, status: status))
                } else if !status.isFolder {
                    others.append((name, "It is not a regular file."))
                }
                return
            }
            let isDenied = SystemFailure.current.isDenial
            if let own = FileStatus(ofLinkItself: folder + "/" + name) {
                guard own.isLink else { return }
                others.append(
                    (
                        name,
                        isDenied ? "The link cannot be followed: permission is denied." : "The link leads to no file."
                    ))
            } else {
                isClosed = isClosed || SystemFailure.current.isDenial
            }
        }
        let name = URL(fileURLWithPath: folder).lastPathComponent
        let confined = try root.map { try OpenFolder(path: folder, below: $0, name: name) }
        let fault: SystemFailure? =
            switch confined {
            case .none: FolderNames.visit(folder, note)
            case .some(.none): SystemFailure(code: ENOENT)
            case .some(.some(let open)): FolderNames.visit(open, note)
            }
        if let fault { throw failure(fault, folder) }
        if isClosed { throw FileError(.unavailable, name, SystemFailure.closedFolder) }
        return (files, others)
    }

    private static func failure(_ failure: SystemFailure, _ folder: String) -> FileError {
        let name = URL(fileURLWithPath: folder).lastPathComponent
        // The folder may have been removed, or removed and created again. A path that leads to a file has another error
        // code.
        return failure.code == ENOENT || FileStatus.isAbsent(folder)
            ? FileError(.missing, name, "There is no such folder.")
            : FileError(.unavailable, name, "The folder cannot be read.")
    }
}

/// Owner, group and permissions of a folder, for files and folders that are created in it.
///
/// They are set through open descriptors: if another user replaces a new file by a link, the link's target stays
/// unchanged.
package struct FolderOwner: Hashable, Sendable {
    private let owner: uid_t
    private let group: gid_t
    private let permissions: mode_t

    /// `nil` if the folder does not exist or cannot be examined.
    package init?(of folder: String) {
        var status = stat()
        guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
        owner = status.st_uid
        group = status.st_gid
        // Without the sticky bit: it restricts deletion in the shared folder only.
        permissions = status.st_mode & 0o2777
    }

    /// Sets owner, group and permissions of an open file as far as the process may. Execute permissions are not set.
    func give(toFile descriptor: Int32) { give(to: descriptor, permissions & 0o666) }

    /// Sets owner, group and permissions of a folder of this user as far as the process may. A link and the folder of
    /// another user stay unchanged.
    package func give(toFolder path: String) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_uid == geteuid() else { return }
        give(to: descriptor, permissions)
    }

    private func give(to descriptor: Int32, _ permissions: mode_t) {
        // A process that may not change the owner may still set a group to which its user belongs.
        if fchown(descriptor, owner, group) != 0 { _ = fchown(descriptor, uid_t.max, group) }
        // Permissions are set last: a change of the owner clears set-ID bits.
        fchmod(descriptor, permissions)
    }

    /// Whether a file or folder has this owner and group. `true` if the path cannot be examined.
    package func owns(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { return true }
        return status.st_uid == owner && status.st_gid == group
    }
}
