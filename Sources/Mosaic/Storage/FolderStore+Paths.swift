extension FolderStore {
    /// A file's name and the folder that it lies in.
    struct Place {
        let folder: String
        let name: String
        var path: String { folder + "/" + name }
    }

    /// How names begin that are no objects: temporary files, and the catalog that may lie beside them.
    static let reserved = [PendingFile.prefix, StoryboardLibrary.catalogName]

    /// Where an object lies; the last part may not be there yet, and no part may be a link.
    ///
    /// - Throws: `refused`.
    func place(of key: ObjectKey) throws -> Place {
        guard !Self.reserved.contains(where: key.parts[0].hasPrefix) else {
            throw MosaicError(.refused, key.rawValue, "A name that begins like this is the library's own.")
        }
        var folder = path
        for part in key.parts.dropLast() {
            folder += "/" + part
            try refuseLink(folder, key)
        }
        let place = Place(folder: folder, name: String(key.parts[key.parts.count - 1]))
        try refuseLink(place.path, key)
        return place
    }

    /// Where the objects below a key lie.
    ///
    /// - Throws: `refused`.
    func folder(at key: ObjectKey) throws -> String { try place(of: key).path }

    private func refuseLink(_ path: String, _ key: ObjectKey) throws {
        guard FileStatus(ofLinkItself: path)?.isLink == true else { return }
        throw MosaicError(.refused, key.rawValue, "A symbolic link is in the way; links are not followed here.")
    }
}
