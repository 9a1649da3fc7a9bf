import Foundation
import Mosaic
import MosaicFiles

/// The hidden folder below a video root in which a downloader puts one video.
///
/// Its name identifies the process that made it, so that the folders of killed servers can be removed.
struct DownloadFolder {
    /// A file in it.
    struct File: Hashable {
        let path: String
        let name: String
        let bytes: Int
    }

    /// The name of the folder of all such folders.
    static let name = ".mosaic-downloads"
    /// Folders in folders that are looked into.
    private static let depth = 3
    /// The most files of one download, such as parts of a stream.
    static let mostFiles = 10_000

    let path: String

    /// Makes an empty folder.
    ///
    /// - Throws: `unavailable`.
    init(in root: String) throws {
        path = Self.parent(in: root) + "/" + TemporaryName.unique().rawValue
        do {
            try FileManager.default.createDirectory(atPath: path + "/tmp", withIntermediateDirectories: true)
        } catch {
            throw MosaicError(.unavailable, Self.name, "The folder for downloads cannot be made.")
        }
    }

    /// What the downloader keeps for a moment.
    var temporary: String { path + "/tmp" }

    /// Removes it with everything in it.
    func remove() { try? FileManager.default.removeItem(atPath: path) }

    /// Removes the folders of servers that were killed.
    static func discardLeftovers(in root: String) {
        let parent = parent(in: root)
        for name in (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? [] {
            guard let status = FileStatus(ofLinkItself: parent + "/" + name),
                TemporaryName(rawValue: name).isAbandoned(modified: status.modified)
            else { continue }
            try? FileManager.default.removeItem(atPath: parent + "/" + name)
        }
    }

    /// The regular files in it, also hidden ones; links are not followed.
    ///
    /// - Returns: One more than ``mostFiles`` at most.
    func files() -> [File] {
        var files: [File] = []
        var folders = [(path: path, depth: 0)]
        while let folder = folders.popLast() {
            for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] {
                let path = folder.path + "/" + name
                guard let status = FileStatus(ofLinkItself: path) else { continue }
                if status.isFolder, folder.depth < Self.depth { folders.append((path, folder.depth + 1)) }
                guard status.isRegularFile else { continue }
                files.append(File(path: path, name: name, bytes: status.bytes))
                guard files.count <= Self.mostFiles else { return files }
            }
        }
        return files
    }

    private static func parent(in root: String) -> String { root + "/" + name }
}
