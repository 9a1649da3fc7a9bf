public import Foundation
import GRDBSQLite
import Mosaic
public import MosaicLibrary
import MosaicSystem
package import Raster

extension StoryboardLibrary {
    /// A library in a folder: storyboards as folders in it, and the catalog in a hidden file beside them.
    ///
    /// Several processes of one machine may use it at a time. A hidden file on the disks of folder and catalog reserves
    /// space for removals.
    /// - Parameters:
    ///   - path: The folder; created where it does not exist.
    ///   - catalogPath: The catalog's file where it has to be elsewhere, such as on a local disk while the folder is on
    ///     a network file system; nil keeps it in the folder.
    ///   - onlyReading: Opens read-only files, too; changes of the catalog are `refused`.
    ///   - clock: Decides when jobs are due and leases expire.
    /// - Throws: `refused` where the catalog would lie on a network file system, `malformed` where it is damaged,
    ///   `unsupported` where a newer version made it, or an older one and it cannot be written, `unavailable`.
    public static func embedded(
        at path: String, catalogPath: String? = nil, onlyReading: Bool = false,
        clock: @escaping @Sendable () -> Date = { Date() }
    ) throws -> StoryboardLibrary {
        let store = FolderStore(path: path)
        try store.make()
        let file = catalogPath ?? path + "/" + catalogName + ".sqlite"
        guard !onlyReading else {
            let catalog = try SQLiteCatalog(path: file, onlyReading: true, clock: clock)
            var library = StoryboardLibrary(store: store, catalog: catalog)
            library.videos = catalog
            library.downloads = catalog
            return library
        }
        let reserves = SpaceReserve.reserves(of: [path, URL(fileURLWithPath: file).deletingLastPathComponent().path])
        // On a full disk a catalog cannot be opened, not even to remove something.
        let catalog = try reserves.withRoom { try SQLiteCatalog(path: file, clock: clock) }
        var library = StoryboardLibrary(store: store, catalog: catalog, reserves: reserves)
        library.videos = catalog
        library.downloads = catalog
        return library
    }

    /// Whether a folder holds a library's catalog.
    package static func isEmbedded(at path: String) -> Bool {
        FileManager.default.fileExists(atPath: path + "/" + catalogName + ".sqlite")
    }
}

extension LinkedLibrary {
    /// The library that keeps the catalog.
    package static var sqlite: LinkedLibrary {
        LinkedLibrary(name: "SQLite", version: String(cString: sqlite3_libversion()))
    }
}
