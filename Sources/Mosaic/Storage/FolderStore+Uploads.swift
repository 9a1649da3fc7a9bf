import Foundation
package import MosaicSystem

extension FolderStore {
    /// The hidden folder, at the top, of files that are being received; it cannot hold objects.
    static let incomingName = ".mosaic-incoming"

    private var incomingFolder: String { path + "/" + Self.incomingName }

    /// The folder, without links and dots.
    package var localPath: String? { RealPath.of(path) ?? path }

    /// Writes a file in parts and flushes it, in a folder that is never listed until it is published.
    ///
    /// - Throws: `limitExceeded`, `unavailable`, `refused`, what `next` throws; no file is left behind then.
    package func receive(
        _ key: ObjectKey, limit: Int, from next: () async throws -> [UInt8]?
    ) async throws -> StagedObject {
        let name = try place(of: key, replacingLink: true).name
        let file = try inFolder(path) { try IncomingFile(in: store().makeOwnFolder(Self.incomingName), name: name) }
        do {
            var count = 0
            while let part = try await next() {
                count += part.count
                guard count <= limit else {
                    throw MosaicError(.limitExceeded, name, "It has more than \(limit) bytes.")
                }
                try MosaicError.translating { try file.append(part) }
            }
            try MosaicError.translating(file.flush)
        } catch {
            file.discard()
            throw error
        }
        return StagedObject(key: key, handle: incomingFolder + "/" + file.temporaryName)
    }

    /// Whether an object was received: nothing was made yet in the place that it is meant for.
    func isReceived(_ object: StagedObject) -> Bool { object.handle.hasPrefix(incomingFolder + "/") }

    /// Removes files that killed processes were receiving.
    package func discardAbandonedUploads() async { try? store().ownFolder(Self.incomingName)?.removeAbandoned() }

    /// The store's folder, which may be reached through a link.
    private func store() throws -> OpenFolder {
        let name = URL(fileURLWithPath: path).lastPathComponent
        guard let folder = try OpenFolder(path: path, followsLink: true, name: name) else {
            throw FileError(.unavailable, name, "The folder cannot be opened.")
        }
        return folder
    }

    /// Opens a file; nil where there is none.
    ///
    /// - Throws: `unavailable`, `refused`.
    package func open(_ key: ObjectKey) async throws -> OpenObject? {
        let place = try place(of: key)
        return try MosaicError.translating { try OpenFile(path: place.path, name: place.name) }.map(OpenObject.init)
    }

    /// When names in a folder last changed; nil where there is no folder.
    ///
    /// - Throws: `refused`.
    package func revision(of folder: ObjectKey) async throws -> String? {
        FileStatus(path: try self.folder(at: folder)).map { String($0.modified) }
    }
}

extension OpenObject {
    /// An open file as an object.
    package init(_ file: OpenFile) {
        let status = file.status
        let tag = [UInt64(bitPattern: status.modified), UInt64(status.bytes), status.inode]
        self.init(
            bytes: status.bytes, modified: Date(timeIntervalSince1970: TimeInterval(status.modified) / 1_000_000_000),
            tag: tag.map { String($0, radix: 16) }.joined(separator: "-")
        ) { range in try MosaicError.translating { try file.read(range) } }
    }
}
