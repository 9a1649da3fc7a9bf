import Foundation
import Mosaic
import MosaicSystem

/// An item under a temporary name in its folder.
struct StagedItem: Sendable {
    /// The item for the marker.
    let item: PublishedFileManifest.Item
    private let folder: String
    private let temporaryPath: String

    /// Prefix of temporary names of folders.
    static let prefix = ".mosaic-folder-"

    /// Writes and flushes all files.
    ///
    /// - Parameter owner: The owner, group and permissions of everything; nil for those of the process.
    /// - Throws: `unavailable`, errors of the item; nothing stays then.
    init(_ source: MediaServerItem, in folder: String, owner: FolderOwner?) async throws {
        self.folder = folder
        temporaryPath = folder + "/" + Self.prefix + TemporaryName.unique().rawValue
        guard mkdir(temporaryPath, 0o755) == 0 else {
            let failure = SystemFailure.current.making(in: folder)
            throw FileError(.unavailable, folder.fileName, "The folder cannot be written to: \(failure).")
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
            // Last, because the folder may be another user's then.
            if source.isFolder { owner?.give(toFolder: temporaryPath) }
            try DiskFlush.flush(folder: temporaryPath)
        } catch {
            try? FileManager.default.removeItem(atPath: temporaryPath)
            throw error
        }
        item = PublishedFileManifest.Item(
            name: source.name, isFolder: source.isFolder, revision: source.revision, files: files)
    }

    /// Gives it its name.
    ///
    /// A folder takes the place of the earlier one by two renames, because one cannot replace a folder that is not
    /// empty.
    /// - Parameter earlier: The item of that name; nil without one.
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

    /// Removes the temporary files.
    func discard() { try? FileManager.default.removeItem(atPath: temporaryPath) }

    private func rename(_ from: String, to path: String) throws {
        guard Foundation.rename(from, path) == 0 else {
            throw FileError(
                .unavailable, item.name, "It cannot be renamed: \(SystemFailure.current.making(in: folder)).")
        }
    }
}
