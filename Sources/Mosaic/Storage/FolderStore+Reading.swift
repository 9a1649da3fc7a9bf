import MosaicSystem

extension FolderStore {
    /// Reads a file; nil where there is none.
    ///
    /// - Throws: `limitExceeded`, `unavailable`, `refused`.
    package func read(_ key: ObjectKey, limit: Int) async throws -> [UInt8]? {
        try contents(of: key) { try FileReader.read($0.path, name: $0.name, limit: limit) }
    }

    /// Reads part of a file; nil where there is none.
    ///
    /// - Throws: `unavailable`, `refused`.
    package func read(_ key: ObjectKey, range: Range<Int>) async throws -> [UInt8]? {
        try contents(of: key) { try FileReader.part(of: $0.path, name: $0.name, range: range) }
    }

    /// The status of a file; nil where there is none.
    ///
    /// - Throws: `refused`.
    package func status(of key: ObjectKey) async throws -> ObjectStatus? {
        guard let status = try place(of: key).status, status.isRegularFile else { return nil }
        return status.object(key, at: now())
    }

    /// Lists files in the order of their keys' bytes; links, temporary and hidden files at the top are left out.
    ///
    /// - Throws: `unavailable`, `refused`.
    package func list(below folder: ObjectKey?, after: ObjectKey?, limit: Int) async throws -> [ObjectStatus] {
        var walk = FolderWalk(after: after?.rawValue, limit: max(1, limit), now: now())
        try walk.visit(
            try folder.map { try self.folder(at: $0) } ?? path, prefix: folder.map { $0.rawValue + "/" } ?? "")
        return walk.page
    }

    private func contents(of key: ObjectKey, read: (Place) throws -> [UInt8]) throws -> [UInt8]? {
        let place = try place(of: key)
        guard place.status?.isRegularFile == true else { return nil }
        do {
            return try MosaicError.translating { try read(place) }
        } catch {
            // The file was removed after it was found.
            guard FileStatus(path: place.path) != nil else { return nil }
            throw error
        }
    }
}
