import Foundation
package import MosaicSystem

/// Versions of files, and conditional publication.
///
/// `absent` links the staged file to its name, which fails if a file has the name: of several writers exactly one
/// succeeds. `matches` locks the file that it replaces, compares its version and renames at once: of several writers
/// with that condition exactly one succeeds. Unconditional puts, deletions and foreign programs take no such lock.
/// Their changes are detected up to the comparison; a change between the comparison and the renaming, two system
/// calls, is replaced.
///
/// The lock is on the file and not on its folder, because the publisher of a storyboard holds the folder's lock.
extension FolderStore {
    /// Checks that the condition of an object holds.
    ///
    /// - Throws: `conflict`; `unavailable` if the name belongs to an entry that is not a file.
    func check(_ object: StagedObject, in place: Place) throws {
        guard object.condition != .always else { return }
        if let status = place.status, !status.isRegularFile, !status.isLink {
            throw MosaicError(.unavailable, object.key.rawValue, "This name belongs to something that is not a file.")
        }
        let holds =
            switch object.condition {
            case .always: true
            case .absent: place.status == nil
            case .matches(let version): place.status.map(ObjectVersion.init(of:)) == version
            }
        guard holds else { throw MosaicError(conflictOn: object.key) }
    }

    /// Gives a staged file its name under the object's condition.
    ///
    /// - Throws: `conflict`, `unavailable`; the file stays staged then.
    func name(_ file: PendingFile, of object: StagedObject) throws -> ObjectVersion {
        let status = try MosaicError.translating {
            switch object.condition {
            case .always: try file.commit()
            case .absent: try file.commitIfAbsent()
            case .matches(let version): try file.commit { ObjectVersion(of: $0) == version }
            }
        }
        guard let status else { throw MosaicError(conflictOn: object.key) }
        return ObjectVersion(of: status)
    }
}

extension ObjectVersion {
    /// The version of a file: its inode, its length, and when it was last written and last changed.
    ///
    /// The time of the last change cannot be set, so that a file whose time of writing was set back has another
    /// version.
    package init(of file: FileStatus) {
        rawValue = "\(file.inode):\(file.bytes):\(file.modified):\(file.changed)"
    }

    /// Whether the file has the same content as in this version; its permissions or links may have changed.
    func precedes(_ file: FileStatus) -> Bool {
        rawValue.hasPrefix("\(file.inode):\(file.bytes):\(file.modified):")
    }

    /// The part of a version that a copy with the same modification time shares: length and modification time.
    package static func content(of file: FileStatus) -> String { "\(file.bytes):\(file.modified)" }

    /// The length and the modification time in the version; empty for versions of other stores.
    package var content: String {
        let fields = rawValue.split(separator: ":")
        return fields.count == 4 ? "\(fields[1]):\(fields[2])" : ""
    }

    /// Whether a film's file has this version's content, under any name, or is a copy with its name and time.
    func isFilm(in file: FileStatus, keepingName: Bool) -> Bool {
        precedes(file) || keepingName && content == Self.content(of: file)
    }
}

extension FileStatus {
    /// The version of the file; nil if it was written so recently that a later change may not change its times.
    ///
    /// - Parameter now: Nanoseconds since 1970.
    package func version(at now: Int64) -> ObjectVersion? { isSettled(at: now) ? ObjectVersion(of: self) : nil }

    /// The metadata of an object in this file.
    func object(_ key: ObjectKey, at now: Int64) -> ObjectStatus {
        ObjectStatus(
            key: key, bytes: bytes, modified: Date(timeIntervalSince1970: TimeInterval(modified) / 1_000_000_000),
            version: version(at: now))
    }
}

extension FolderStore {
    /// The hidden folder at the top for files that are being received; it cannot hold objects.
    static let incomingName = ".mosaic-incoming"

    private var incomingFolder: String { path + "/" + Self.incomingName }

    /// The store's folder, with links and dots resolved; unresolved if the folder is missing.
    package var localPath: String? { RealPath.of(path) ?? path }

    /// Writes a file in parts to a hidden folder and flushes it. The file is not listed until it is published.
    ///
    /// - Throws: `limitExceeded`, `unavailable`, `refused`, errors of `next`; no file is left behind then.
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

    /// Whether an object was staged by ``receive(_:limit:from:)``, so that the folders of its key may be missing.
    func isReceived(_ object: StagedObject) -> Bool { object.handle.hasPrefix(incomingFolder + "/") }

    /// Removes files that killed processes were receiving.
    package func discardAbandonedUploads() async { try? store().ownFolder(Self.incomingName)?.removeAbandoned() }

    /// Opens the store's folder; its path may be a link.
    private func store() throws -> OpenFolder {
        let name = URL(fileURLWithPath: path).lastPathComponent
        guard let folder = try OpenFolder(path: path, followsLink: true, name: name) else {
            throw FileError(.unavailable, name, "The folder cannot be opened.")
        }
        return folder
    }

    /// Opens a file; nil if there is none.
    ///
    /// - Throws: `unavailable`, `refused`.
    package func open(_ key: ObjectKey) async throws -> OpenObject? {
        let place = try place(of: key)
        return try MosaicError.translating { try OpenFile(path: place.path, name: place.name) }.map(OpenObject.init)
    }

    /// The time at which names in a folder last changed, as text; nil if there is no folder.
    ///
    /// - Throws: `refused`, `unavailable`.
    package func revision(of folder: ObjectKey) async throws -> String? {
        FileStatus(path: try self.folder(at: folder)).map { String($0.modified) }
    }
}

extension OpenObject {
    /// Creates an object that reads an open file.
    package init(_ file: OpenFile) {
        let status = file.status
        let tag = [UInt64(bitPattern: status.modified), UInt64(status.bytes), status.inode]
        self.init(
            bytes: status.bytes, modified: Date(timeIntervalSince1970: TimeInterval(status.modified) / 1_000_000_000),
            tag: tag.map { String($0, radix: 16) }.joined(separator: "-")
        ) { range in try MosaicError.translating { try file.read(range) } }
    }
}
