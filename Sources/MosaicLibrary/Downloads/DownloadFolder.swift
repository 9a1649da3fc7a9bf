import Foundation
import Mosaic
import MosaicSystem

/// The hidden folder below a video root in which a downloader stores one video.
///
/// The folder's name identifies the process that created it, so that folders of killed servers can be removed. The
/// folder is kept open for the whole download, because other users may be able to write to the video root.
struct DownloadFolder {
    /// A file in the folder.
    struct File: Hashable {
        /// Path from the download's folder to the file's folder, in parts.
        let folders: [String]
        let name: String
        let bytes: Int
        /// Device and inode numbers.
        let identity: [UInt64]
    }

    /// Name of the folder that contains the folders of all downloads.
    static let name = ".mosaic-downloads"
    private static let temporaryName = "tmp"
    /// Maximum depth at which files are listed.
    private static let depth = 3
    /// Maximum number of files of one download, such as the parts of a stream.
    static let mostFiles = 10_000

    /// Path that is passed to the downloader.
    let path: String
    let folder: OpenFolder
    private let parent: OpenFolder
    private let name = TemporaryName.unique().rawValue

    /// Creates an empty folder.
    ///
    /// - Throws: `refused` if the server does not own the folder of downloads, `unavailable`.
    init(in root: String) throws {
        path = "\(root)/\(Self.name)/\(name)"
        do {
            parent = try Self.open(root).makeOwnFolder(Self.name)
            folder = try parent.makeOwnFolder(name)
            _ = try folder.makeFolder(Self.temporaryName)
        } catch let error as FileError where error.code == .unavailable {
            throw MosaicError(.unavailable, Self.name, "The folder for downloads cannot be made.")
        } catch let error as FileError {
            throw MosaicError(error)
        }
    }

    /// Path of the folder for the downloader's temporary files.
    var temporary: String { path + "/" + Self.temporaryName }

    /// Whether the path still leads to this folder.
    var isInPlace: Bool { folder.isOpened(at: path) }

    /// Removes the folder with all files.
    func remove() { parent.remove(name) }

    /// Checks the owner of the folder of downloads in a root.
    ///
    /// - Throws: `refused` if the server does not own the folder, `unavailable`.
    static func check(in root: String) throws { _ = try MosaicError.translating { try open(root).ownFolder(name) } }

    /// Removes the download folders of servers that were killed.
    static func discardLeftovers(in root: String) { try? open(root).ownFolder(name)?.removeAbandoned() }

    /// The regular files in the folder, including hidden files; links are not followed.
    ///
    /// - Returns: At most ``mostFiles`` + 1 files.
    func files() -> [File] {
        var files: [File] = []
        var paths: [[String]] = [[]]
        while let path = paths.popLast() {
            guard let folder = try? folder(at: path) else { continue }
            for name in folder.names {
                guard let status = folder.status(of: name) else { continue }
                if status.isFolder, path.count < Self.depth { paths.append(path + [name]) }
                guard status.isRegularFile else { continue }
                files.append(File(folders: path, name: name, bytes: status.bytes, identity: status.identity))
                guard files.count <= Self.mostFiles else { return files }
            }
        }
        return files
    }

    /// Opens the folder of a file; `nil` if the file is missing, or its name now belongs to another file.
    ///
    /// - Throws: `unavailable`.
    func folder(of file: File) throws -> OpenFolder? {
        // A link may have got the file's inode number.
        guard let folder = try folder(at: file.folders), let status = folder.status(of: file.name),
            status.isRegularFile, status.identity == file.identity
        else { return nil }
        return folder
    }

    private func folder(at path: [String]) throws -> OpenFolder? {
        var folder = folder
        for name in path {
            guard let next = try folder.folder(name) else { return nil }
            folder = next
        }
        return folder
    }

    private static func open(_ root: String) throws -> OpenFolder {
        guard let folder = try OpenFolder(path: root, name: name) else {
            throw FileError(.unavailable, name, "The video root is missing.")
        }
        return folder
    }
}
