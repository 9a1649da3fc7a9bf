import GRDB
import Mosaic

/// The steps from an empty file to the tables of this version.
///
/// New steps are added at the end only, because existing files have taken the earlier ones.
struct CatalogMigrations {
    private struct Step: Sendable {
        let name: String
        let apply: @Sendable (Database) throws -> Void
    }

    private static let steps = [
        Step(name: "tables") { database in
            try database.execute(sql: CatalogTables.storyboardsAndJobs)
            try database.execute(sql: CatalogTables.downloads)
            try VideoTables.make(in: database)
            try TextSearch.makeIndex(of: .storyboards, in: database)
        }
    ]

    /// The file's name.
    let file: String

    /// Takes the missing steps, all or none.
    ///
    /// - Throws: `refused`, `unsupported`, or an error of SQLite.
    func apply(to database: Database) throws {
        // Usually no step is missing; then no lock is needed.
        guard try !missing(in: database).isEmpty else { return }
        try database.inTransaction(.immediate) {
            // Another process may have taken them in the meantime.
            let steps = try missing(in: database)
            try database.execute(sql: "CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY) WITHOUT ROWID")
            for step in steps {
                try step.apply(database)
                try database.execute(sql: "INSERT INTO migration (name) VALUES (?)", arguments: [step.name])
            }
            return .commit
        }
    }

    /// Checks that no step is missing, where the file cannot be written.
    ///
    /// - Throws: `refused`, `unsupported`, or an error of SQLite.
    func check(_ database: Database) throws {
        guard try missing(in: database).isEmpty else {
            throw MosaicError(
                .unsupported, file,
                "Its tables are older than this version of Mosaic: open it once where it can be written.")
        }
    }

    private func missing(in database: Database) throws -> [Step] {
        // A single statement, so that no other process can change the file in between.
        let tables = try String.fetchAll(database, sql: "SELECT name FROM sqlite_master")
        guard !tables.isEmpty else { return Self.steps }
        guard tables.contains("migration") else {
            throw MosaicError(.refused, file, "It is a database, and not one of Mosaic's.")
        }
        let taken = try Set(String.fetchAll(database, sql: "SELECT name FROM migration"))
        let unknown = taken.subtracting(Self.steps.map(\.name))
        guard unknown.isEmpty else {
            throw MosaicError(
                .unsupported, file,
                "A newer version of Mosaic has changed it in \(unknown.count) ways that this one does not know.")
        }
        return Self.steps.filter { !taken.contains($0.name) }
    }
}
