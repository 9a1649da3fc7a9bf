import MosaicSystem

extension FolderStore {
    /// A file's name and the folder that it lies in.
    struct Place {
        let folder: String
        let name: String
        /// The file's status; `nil` without a file.
        let status: FileStatus?
        var path: String { folder + "/" + name }
    }

    /// The prefix of the catalog's files, which may lie in the folder but are not objects.
    package static let catalogName = ".mosaic-catalog"

    /// The longest part of a key, in bytes: the limit of common file systems.
    static let longestPart = 255

    /// Where an object lies; the last part may not be there yet, and no part may be a link.
    ///
    /// - Parameter replacingLink: Whether the last part may be a link that a file takes the place of.
    /// - Throws: `refused`.
    func place(of key: ObjectKey, replacingLink: Bool = false) throws -> Place {
        let parts = key.parts.map(String.init)
        guard !parts[0].hasPrefix(Self.catalogName), !parts.contains(where: Self.isTemporary) else {
            throw MosaicError(.refused, key.rawValue, "A name that begins like this is the library's own.")
        }
        // Checked before the first of several files is renamed.
        if let long = parts.first(where: { $0.utf8.count > Self.longestPart }) {
            throw MosaicError(
                .refused, key.rawValue,
                "A name of \(long.utf8.count) bytes is longer than the \(Self.longestPart) that a file's may have.")
        }
        var folder = path
        for part in parts.dropLast() {
            folder += "/" + part
            try refuseLink(folder, key)
        }
        let name = parts[parts.count - 1]
        let path = folder + "/" + name
        let status = replacingLink ? FileStatus(ofLinkItself: path) : try refuseLink(path, key)
        return Place(folder: folder, name: name, status: status)
    }

    /// The folder of the objects below a key.
    ///
    /// - Throws: `refused`.
    func folder(at key: ObjectKey) throws -> String { try place(of: key).path }

    /// Whether a name is that of a temporary file.
    static func isTemporary(_ name: String) -> Bool { name.hasPrefix(PendingFile.prefix) }

    /// - Returns: The status; nil where nothing is there.
    @discardableResult
    private func refuseLink(_ path: String, _ key: ObjectKey) throws -> FileStatus? {
        let status = FileStatus(ofLinkItself: path)
        guard status?.isLink != true else {
            throw MosaicError(.refused, key.rawValue, "A symbolic link is in the way; links are not followed here.")
        }
        return status
    }
}
