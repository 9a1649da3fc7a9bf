public import Foundation
import GRDBSQLite
import Mosaic
public import MosaicLibrary
import MosaicSystem
package import Raster

extension StoryboardLibrary {
    /// Opens a library in a folder, with a folder for each storyboard and the catalog in a hidden file.
    ///
    /// Several processes of one machine may use the library at a time. On the disks of folder and catalog, a hidden
    /// file reserves space for removals.
    /// - Parameters:
    ///   - path: The folder; created if missing.
    ///   - catalogPath: Path of the catalog's file outside of the folder, for example on a local disk if the folder is
    ///     on a network file system. nil puts the catalog in the folder.
    ///   - onlyReading: Whether changes of the catalog are `refused`. The files may then be read-only.
    ///   - clock: Decides when jobs are due and leases expire.
    /// - Throws: `refused` if the catalog would be on a network file system or its file is another program's database,
    ///   `malformed` if it is damaged, `unsupported` if its tables are of a newer version, or of an older version and
    ///   it cannot be written, `unavailable`.
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
        // On a full disk, SQLite cannot open a catalog, not even to remove data.
        let catalog = try reserves.withRoom { try SQLiteCatalog(path: file, clock: clock) }
        var library = StoryboardLibrary(store: store, catalog: catalog, reserves: reserves)
        library.videos = catalog
        library.downloads = catalog
        return library
    }

    /// Whether a folder contains a library's catalog.
    package static func isEmbedded(at path: String) -> Bool {
        FileManager.default.fileExists(atPath: path + "/" + catalogName + ".sqlite")
    }
}

extension LinkedLibrary {
    /// The linked database library.
    package static var sqlite: LinkedLibrary {
        LinkedLibrary(name: "SQLite", version: String(cString: sqlite3_libversion()))
    }
}
