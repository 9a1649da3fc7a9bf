import Foundation

extension FolderStore {
    /// Reads a file; nil where there is none.
    ///
    /// - Throws: `limitExceeded`, `unavailable`, `refused`.
    public func read(_ key: ObjectKey, limit: Int) async throws -> [UInt8]? {
        let place = try place(of: key)
        guard FileStatus(path: place.path)?.isRegularFile == true else { return nil }
        return try FileReader.read(place.path, name: place.name, limit: limit)
    }

    /// Reads part of a file; nil where there is none.
    ///
    /// - Throws: `unavailable`, `refused`.
    public func read(_ key: ObjectKey, range: Range<Int>) async throws -> [UInt8]? {
        let place = try place(of: key)
        guard FileStatus(path: place.path)?.isRegularFile == true else { return nil }
        return try FileReader.part(of: place.path, name: place.name, range: range)
    }

    /// What is known of a file; nil where there is none.
    ///
    /// - Throws: `refused`.
    public func status(of key: ObjectKey) async throws -> ObjectStatus? {
        try objectStatus(key, at: try place(of: key).path)
    }

    /// Lists files in the order of their keys' bytes; links, temporary and hidden files at the top are left out.
    ///
    /// - Throws: `unavailable`, `refused`.
    public func list(below folder: ObjectKey?, after: ObjectKey?, limit: Int) async throws -> [ObjectStatus] {
        let top = try folder.map { try self.folder(at: $0) } ?? path
        var page: [ObjectStatus] = []
        try collect(top, prefix: folder.map { $0.rawValue + "/" } ?? "", after: after?.rawValue, max(1, limit), &page)
        return page
    }

    private func collect(
        _ folder: String, prefix: String, after: String?, _ limit: Int, _ page: inout [ObjectStatus]
    ) throws {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            guard FileStatus(path: folder)?.isFolder == true else { return }
            throw MosaicError(
                .unavailable, URL(fileURLWithPath: folder).lastPathComponent, "The folder cannot be read.")
        }
        // A folder sorts by the slash behind its name, as the keys below it do.
        let entries = names.compactMap { name -> (key: String, name: String, status: FileStatus)? in
            guard !name.hasPrefix(PendingFile.prefix), !(prefix.isEmpty && name.hasPrefix(".")),
                let status = FileStatus(ofLinkItself: folder + "/" + name), status.isRegularFile || status.isFolder
            else { return nil }
            return (prefix + name + (status.isFolder ? "/" : ""), name, status)
        }
        for entry in entries.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            guard page.count < limit else { return }
            // A folder may hold what comes after a key inside it.
            let isBehind = after.map { $0.utf8.lexicographicallyPrecedes(entry.key.utf8) } ?? true
            if entry.status.isFolder {
                guard isBehind || after?.hasPrefix(entry.key) == true else { continue }
                try collect(folder + "/" + entry.name, prefix: entry.key, after: after, limit, &page)
            } else if isBehind, let key = ObjectKey(rawValue: entry.key) {
                page.append(entry.status.object(key))
            }
        }
    }

    private func objectStatus(_ key: ObjectKey, at path: String) throws -> ObjectStatus? {
        guard let status = FileStatus(path: path), status.isRegularFile else { return nil }
        return status.object(key)
    }
}

extension FileStatus {
    fileprivate func object(_ key: ObjectKey) -> ObjectStatus {
        ObjectStatus(
            key: key, bytes: bytes, modified: Date(timeIntervalSince1970: TimeInterval(modified) / 1_000_000_000))
    }
}
