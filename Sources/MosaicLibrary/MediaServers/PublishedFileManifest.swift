import Foundation
import Mosaic
import MosaicSystem

/// The marker in a media server's folder. It lists the files that Mosaic wrote, so that no other file is replaced or
/// removed.
struct PublishedFileManifest: Hashable, Sendable, Codable {
    /// A file, or a folder of files.
    struct Item: Hashable, Sendable, Codable {
        /// One file.
        struct File: Hashable, Sendable, Codable {
            /// Name of the file, without the folder.
            let name: String
            let bytes: Int
            let sha256: ContentHash
        }

        let name: String
        let isFolder: Bool
        /// A hash of everything that determines the bytes of the files.
        let revision: ContentHash
        let files: [File]

        private enum CodingKeys: String, CodingKey {
            case name, revision, files
            case isFolder = "folder"
        }
    }

    /// Version of the format; increases if an older reader would misunderstand the file.
    private var version = 1
    /// The written items. While one item replaces another, both are listed under the same name.
    var items: [Item] = []

    /// Maximum size of a marker in bytes.
    private static let limit = 64 << 20

    init() {}

    /// Reads a marker. A missing or malformed marker gives an empty manifest.
    ///
    /// - Throws: `unavailable` if the marker exists and cannot be read.
    init(at path: String) throws {
        guard !FileStatus.isAbsent(path) else { return }
        let bytes = try FileReader.read(path, name: FolderPath.name(of: path), limit: Self.limit)
        guard let written = try? JSONDecoder().decode(PublishedFileManifest.self, from: Data(bytes)),
            written.version == 1,
            // Rejects paths: a user who can write to the films' folder must not make Mosaic remove files elsewhere.
            written.items.allSatisfy({ ([$0.name] + $0.files.map(\.name)).allSatisfy(Self.isPlain) })
        else { return }
        self = written
    }

    /// Whether a name is a plain file name, without a path.
    private static func isPlain(_ name: String) -> Bool {
        !name.isEmpty && name != "." && name != ".." && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
    }

    /// Replaces the marker in a folder; removes it if the manifest is empty.
    ///
    /// - Parameter owner: Owner, group and permissions of the marker; nil uses the defaults of the process.
    /// - Throws: `unavailable`.
    func write(_ name: String, in folder: String, owner: FolderOwner? = nil) throws {
        guard !items.isEmpty else {
            try? FileManager.default.removeItem(atPath: folder + "/" + name)
            return
        }
        try PendingFile(Array(JSONEncoder.sorted().encode(self)), name: name, in: folder, owner: owner).flushAndCommit()
    }
}

extension PublishedFileManifest.Item {
    /// Whether `folder` contains the item with exactly its files. Compares the files' lengths, and with
    /// `comparingContent` also their hashes.
    func isWhole(in folder: String, comparingContent: Bool) -> Bool {
        let path = folder + "/" + name
        guard let status = FileStatus(ofLinkItself: path) else { return false }
        guard isFolder else {
            return status.isRegularFile && files.count == 1 && files[0].isWhole(at: path, comparingContent)
        }
        guard status.isFolder, let names = try? FileManager.default.contentsOfDirectory(atPath: path),
            Set(names) == Set(files.map(\.name))
        else { return false }
        return files.allSatisfy { $0.isWhole(at: path + "/" + $0.name, comparingContent) }
    }

    /// Removes the item file by file, so that no unlisted file is removed.
    func remove(from folder: String) throws {
        let path = folder + "/" + name
        guard isFolder else { return try FileManager.default.removeItem(atPath: path) }
        for file in files { try FileManager.default.removeItem(atPath: path + "/" + file.name) }
        guard rmdir(path) == 0 else {
            throw FileError(.unavailable, name, "The folder cannot be removed: \(SystemFailure.current).")
        }
    }
}

extension PublishedFileManifest.Item.File {
    fileprivate func isWhole(at path: String, _ comparingContent: Bool) -> Bool {
        guard let status = FileStatus(ofLinkItself: path), status.isRegularFile, status.bytes == bytes else {
            return false
        }
        guard comparingContent else { return true }
        return (try? FileReader.read(path, name: name, limit: bytes)).map(ContentHash.init(of:)) == sha256
    }
}

/// An item under a temporary name in its folder.
struct StagedItem: Sendable {
    /// The item for the marker.
    let item: PublishedFileManifest.Item
    private let folder: String
    private let temporaryPath: String

    /// Prefix of temporary names of folders.
    static let prefix = ".mosaic-folder-"

    /// Writes and flushes all files of an item.
    ///
    /// - Parameter owner: Owner, group and permissions of the files and the folder; nil uses the defaults of the
    ///   process.
    /// - Throws: `unavailable`, errors of the item. After an error, no temporary file is left.
    init(_ source: MediaServerItem, in folder: String, owner: FolderOwner?) async throws {
        self.folder = folder
        temporaryPath = folder + "/" + Self.prefix + TemporaryName.unique().rawValue
        guard mkdir(temporaryPath, 0o755) == 0 else {
            let failure = SystemFailure.current.making(in: folder)
            throw FileError(.unavailable, FolderPath.name(of: folder), "The folder cannot be written to: \(failure).")
        }
        var files: [PublishedFileManifest.Item.File] = []
        do {
            for file in source.files {
                let bytes = try await file.bytes()
                try PendingFile(bytes, name: file.name, in: temporaryPath, owner: owner).flushAndCommit()
                files.append(
                    PublishedFileManifest.Item.File(name: file.name, bytes: bytes.count, sha256: ContentHash(of: bytes))
                )
            }
            // Changes the owner last, because afterwards this process may not be able to write to the folder.
            if source.isFolder { owner?.give(toFolder: temporaryPath) }
            try DiskFlush.flush(folder: temporaryPath)
        } catch {
            try? FileManager.default.removeItem(atPath: temporaryPath)
            throw error
        }
        item = PublishedFileManifest.Item(
            name: source.name, isFolder: source.isFolder, revision: source.revision, files: files)
    }

    /// Moves the item to its final name.
    ///
    /// A folder replaces an earlier folder with two renames, because a rename cannot replace a folder that is not
    /// empty.
    /// - Parameter earlier: The earlier item of the same name; nil without one.
    /// - Throws: `unavailable`.
    func commit(replacing earlier: PublishedFileManifest.Item?) throws {
        let path = folder + "/" + item.name
        guard item.isFolder else {
            try rename(temporaryPath + "/" + item.name, to: path)
            discard()
            return try DiskFlush.flush(folder: folder)
        }
        guard earlier != nil else {
            try rename(temporaryPath, to: path)
            return try DiskFlush.flush(folder: folder)
        }
        let aside = Self.prefix + TemporaryName.unique().rawValue
        try rename(path, to: folder + "/" + aside)
        do {
            try rename(temporaryPath, to: path)
        } catch {
            try? rename(folder + "/" + aside, to: path)
            throw error
        }
        try DiskFlush.flush(folder: folder)
        try? FileManager.default.removeItem(atPath: folder + "/" + aside)
    }

    /// Removes the temporary files, after an error or after the commit.
    func discard() { try? FileManager.default.removeItem(atPath: temporaryPath) }

    private func rename(_ from: String, to path: String) throws {
        guard Foundation.rename(from, path) == 0 else {
            throw FileError(
                .unavailable, item.name, "It cannot be renamed: \(SystemFailure.current.making(in: folder)).")
        }
    }
}
