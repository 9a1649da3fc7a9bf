import GRDB
import Mosaic

/// Migrates a catalog from an empty file or an older version to the tables of this version.
///
/// New steps must be added at the end, because the earlier steps were already applied to existing files.
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

    /// Name of the catalog's file, for errors.
    let file: String

    /// Applies the missing steps in one transaction.
    ///
    /// - Throws: `refused`, `unsupported`, or an error of SQLite.
    func apply(to database: Database) throws {
        // In most cases no step is missing, and no lock is needed.
        guard try !missing(in: database).isEmpty else { return }
        try database.inTransaction(.immediate) {
            // Another process may have applied the steps in the meantime.
            let steps = try missing(in: database)
            try database.execute(sql: "CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY) WITHOUT ROWID")
            for step in steps {
                try step.apply(database)
                try database.execute(sql: "INSERT INTO migration (name) VALUES (?)", arguments: [step.name])
            }
            return .commit
        }
    }

    /// Checks that no step is missing; for a file that cannot be written.
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
        // A single statement reads the table names, so that no other process can change the file in between.
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

/// The SQL of the catalog's tables.
enum CatalogTables {
    /// Times are milliseconds since 1970. Triggers maintain the counts of storyboards and jobs, so that a count is read
    /// in constant time.
    ///
    /// `job.is_final` is derived from `state` and changes less often, so the index `job_due` also changes less often.
    /// The index `job_held` has one entry for each leased job, and heartbeats do not change it. `job.owner` is the
    /// client of a job, null for commands that open the library directly; the index `job_owner` serves to count a
    /// client's unfinished jobs. `storyboard.source` is the hash of the source's canonical path. `retired` contains the
    /// storyboards with retired objects and the time of the first retirement. It has no expiry time, because the
    /// retention period is a setting of the collector.
    static let storyboardsAndJobs = """
        CREATE TABLE storyboard (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            title TEXT,
            tiles INTEGER NOT NULL,
            duration INTEGER,
            bytes INTEGER NOT NULL,
            created INTEGER NOT NULL,
            updated INTEGER NOT NULL,
            fingerprint TEXT,
            placeholders INTEGER NOT NULL DEFAULT 0,
            placeholder_reasons TEXT,
            source TEXT,
            source_name TEXT
        );
        CREATE INDEX storyboard_newest ON storyboard (updated DESC, id);
        CREATE INDEX storyboard_oldest ON storyboard (created, id);
        CREATE INDEX storyboard_placeholders ON storyboard (placeholders) WHERE placeholders > 0;
        CREATE INDEX storyboard_source ON storyboard (source);
        CREATE INDEX storyboard_source_name ON storyboard (source_name);
        CREATE TABLE retired (storyboard TEXT PRIMARY KEY, since INTEGER NOT NULL) WITHOUT ROWID;
        CREATE INDEX retired_since ON retired (since, storyboard);

        CREATE TABLE job (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            storyboard TEXT NOT NULL UNIQUE,
            request TEXT NOT NULL,
            state TEXT NOT NULL,
            is_final INTEGER NOT NULL,
            completed_chapters INTEGER NOT NULL,
            total_chapters INTEGER,
            failed_attempts INTEGER NOT NULL,
            error TEXT,
            created INTEGER NOT NULL,
            begun INTEGER NOT NULL,
            updated INTEGER NOT NULL,
            due INTEGER NOT NULL,
            last_arrival INTEGER,
            lease_worker TEXT,
            lease_expiry INTEGER,
            is_wanted_again INTEGER NOT NULL,
            priority TEXT NOT NULL DEFAULT 'batch',
            postponements INTEGER NOT NULL DEFAULT 0,
            displaced_worker TEXT,
            attempt INTEGER NOT NULL DEFAULT 0,
            owner TEXT
        );
        CREATE INDEX job_state ON job (state);
        CREATE INDEX job_due ON job (priority, due) WHERE is_final = 0;
        CREATE INDEX job_held ON job (number) WHERE lease_worker IS NOT NULL;
        CREATE INDEX job_owner ON job (owner) WHERE is_final = 0;

        CREATE TABLE counter (
            storyboards INTEGER NOT NULL DEFAULT 0,
            pending INTEGER NOT NULL DEFAULT 0,
            processing INTEGER NOT NULL DEFAULT 0,
            completed INTEGER NOT NULL DEFAULT 0,
            failed INTEGER NOT NULL DEFAULT 0,
            cancelled INTEGER NOT NULL DEFAULT 0,
            interactive_leases INTEGER NOT NULL DEFAULT 0
        );
        INSERT INTO counter DEFAULT VALUES;

        CREATE TRIGGER storyboard_counted AFTER INSERT ON storyboard BEGIN
            UPDATE counter SET storyboards = storyboards + 1;
        END;
        CREATE TRIGGER storyboard_discounted AFTER DELETE ON storyboard BEGIN
            UPDATE counter SET storyboards = storyboards - 1;
        END;
        CREATE TRIGGER job_counted AFTER INSERT ON job BEGIN
            UPDATE counter SET pending = pending + (new.state = 'pending'),
                processing = processing + (new.state = 'processing'), completed = completed + (new.state = 'completed'),
                failed = failed + (new.state = 'failed'), cancelled = cancelled + (new.state = 'cancelled');
        END;
        CREATE TRIGGER job_recounted AFTER UPDATE OF state ON job BEGIN
            UPDATE counter SET pending = pending + (new.state = 'pending') - (old.state = 'pending'),
                processing = processing + (new.state = 'processing') - (old.state = 'processing'),
                completed = completed + (new.state = 'completed') - (old.state = 'completed'),
                failed = failed + (new.state = 'failed') - (old.state = 'failed'),
                cancelled = cancelled + (new.state = 'cancelled') - (old.state = 'cancelled');
        END;
        CREATE TRIGGER job_discounted AFTER DELETE ON job BEGIN
            UPDATE counter SET pending = pending - (old.state = 'pending'),
                processing = processing - (old.state = 'processing'), completed = completed - (old.state = 'completed'),
                failed = failed - (old.state = 'failed'), cancelled = cancelled - (old.state = 'cancelled');
        END;
        """

    /// Downloads of videos. The table stays short, because old finished downloads are deleted. `url_is_cut` states
    /// whether the URL's query was deleted when the download ended.
    static let downloads = """
        CREATE TABLE download (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            url TEXT NOT NULL,
            username TEXT NOT NULL,
            state TEXT NOT NULL,
            progress INTEGER,
            title TEXT,
            path TEXT,
            storyboard TEXT,
            failures INTEGER NOT NULL,
            error TEXT,
            created INTEGER NOT NULL,
            updated INTEGER NOT NULL,
            due INTEGER NOT NULL,
            worker TEXT,
            process TEXT,
            url_is_cut INTEGER NOT NULL DEFAULT 0
        );
        CREATE INDEX download_state ON download (state, due);
        CREATE INDEX download_open ON download (url, username) WHERE state IN ('pending', 'downloading');
        """
}
