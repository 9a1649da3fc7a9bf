import Foundation
public import Mosaic

extension StoryboardLibrary {
    /// A library in a folder: storyboards as folders in it, and the catalog in a hidden file beside them.
    ///
    /// Several processes of one machine may use it at a time.
    /// - Parameters:
    ///   - path: The folder; made where it does not exist.
    ///   - catalogPath: The catalog's file where it has to lie elsewhere, such as on a local disk while the folder is on
    ///     a network file system; nil keeps it in the folder.
    ///   - onlyReading: Opens also what cannot be written; whoever tries to change the catalog is `refused`.
    /// - Throws: `refused` where the catalog would lie on a network file system, `malformed` where it is damaged,
    ///   `unsupported` where a newer version made it, or an older one and it cannot be written, `unavailable`.
    public static func embedded(
        at path: String, catalogPath: String? = nil, onlyReading: Bool = false
    ) throws -> StoryboardLibrary {
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            let folder = URL(fileURLWithPath: path)
            let reason = SystemFailure(behind: error)?.making(in: folder.deletingLastPathComponent().path)
            throw MosaicError(
                .unavailable, folder.lastPathComponent,
                "The library's folder cannot be made: \(reason ?? "the system does not say why").")
        }
        return StoryboardLibrary(
            store: FolderStore(path: path),
            catalog: try SQLiteCatalog(
                path: catalogPath ?? path + "/" + catalogName + ".sqlite", onlyReading: onlyReading))
    }

    /// Whether a folder holds a library's catalog.
    public static func isEmbedded(at path: String) -> Bool {
        FileManager.default.fileExists(atPath: path + "/" + catalogName + ".sqlite")
    }
}
