import GRDBSQLite
package import Raster

extension LinkedLibrary {
    /// The library that keeps the catalog.
    package static var sqlite: LinkedLibrary {
        LinkedLibrary(name: "SQLite", version: String(cString: sqlite3_libversion()))
    }
}
