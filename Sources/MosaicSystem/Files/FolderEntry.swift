import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A regular file in a folder.
package struct FolderEntry: Hashable, Sendable {
    package let name: String
    package let path: String
    package let status: FileStatus

    /// Whether the name has an extension of a screenshot.
    package var isPicture: Bool { Self.isPicture(name) }

    /// Whether a name has an extension of a screenshot.
    package static func isPicture(_ name: String) -> Bool {
        let name = name.lowercased()
        return [".jpg", ".jpeg", ".png"].contains { name.hasSuffix($0) }
    }

    /// The regular files of a folder in any order, and other entries except folders; hidden entries are left out.
    ///
    /// - Parameter root: The folder that no link on the way may leave, without links; `nil` follows every link.
    /// - Throws: `missing` if there is no such folder, `refused` if a link leaves the root, `unavailable`.
    package static func contents(of folder: String, below root: String? = nil) throws -> (
        files: [FolderEntry], others: [(name: String, reason: String)]
    ) {
        var files: [FolderEntry] = []
        var others: [(name: String, reason: String)] = []
        // Relative to the open folder, so that the system does not resolve the whole path for each file.
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
            } else if FileStatus(ofLinkItself: folder + "/" + name)?.isLink == true {
                others.append((name, "The link leads to no file."))
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
        return (files, others)
    }

    private static func failure(_ failure: SystemFailure, _ folder: String) -> FileError {
        let name = URL(fileURLWithPath: folder).lastPathComponent
        // The folder may have been removed or made again in the meantime; a file has a code of its own.
        return failure.code == ENOENT || FileStatus.isAbsent(folder)
            ? FileError(.missing, name, "There is no such folder.")
            : FileError(.unavailable, name, "The folder cannot be read.")
    }
}
