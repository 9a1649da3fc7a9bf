/// The tables, in SQL.
enum CatalogTables {
    /// Times are milliseconds since 1970. Triggers keep counts, so that the length of a list costs the same for ten
    /// storyboards and for a hundred thousand.
    ///
    /// `job.is_final` follows from `state`; it changes less often, and so does the index of due jobs.
    static let first = """
        CREATE TABLE storyboard (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            title TEXT,
            tiles INTEGER NOT NULL,
            duration INTEGER,
            bytes INTEGER NOT NULL,
            created INTEGER NOT NULL,
            updated INTEGER NOT NULL,
            fingerprint TEXT
        );
        CREATE INDEX storyboard_newest ON storyboard (updated DESC, id);
        CREATE INDEX storyboard_oldest ON storyboard (created, id);

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
            is_wanted_again INTEGER NOT NULL
        );
        CREATE INDEX job_state ON job (state);
        CREATE INDEX job_due ON job (due) WHERE is_final = 0;

        CREATE TABLE counter (
            storyboards INTEGER NOT NULL DEFAULT 0,
            pending INTEGER NOT NULL DEFAULT 0,
            processing INTEGER NOT NULL DEFAULT 0,
            completed INTEGER NOT NULL DEFAULT 0,
            failed INTEGER NOT NULL DEFAULT 0,
            cancelled INTEGER NOT NULL DEFAULT 0
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

    /// Earlier jobs were submitted in batches, unless their screenshots were uploaded.
    ///
    /// The index keeps its name, for processes of an earlier version that have the file open.
    static let priorities = """
        ALTER TABLE job ADD COLUMN priority TEXT NOT NULL DEFAULT 'batch';
        UPDATE job SET priority = 'interactive'
            WHERE is_final = 0 AND instr(request, '/' || storyboard || '/screenshots"') > 0;
        DROP INDEX job_due;
        CREATE INDEX job_due ON job (priority, due) WHERE is_final = 0;
        ALTER TABLE counter ADD COLUMN interactive_leases INTEGER NOT NULL DEFAULT 0;
        """

    /// Waits for other processes.
    static let postponements = """
        ALTER TABLE job ADD COLUMN postponements INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE job ADD COLUMN displaced_worker TEXT;
        """

    /// Numbers of attempts. Processes of an earlier version that have the file open do not count theirs: the trigger
    /// does.
    static let attempts = """
        ALTER TABLE job ADD COLUMN attempt INTEGER NOT NULL DEFAULT 0;
        CREATE TRIGGER job_attempted AFTER UPDATE OF lease_worker ON job
            WHEN new.lease_worker IS NOT NULL AND new.lease_worker IS NOT old.lease_worker AND new.attempt = old.attempt
        BEGIN
            UPDATE job SET attempt = attempt + 1 WHERE number = new.number;
        END;
        """

    /// Videos that are fetched. The table stays short: those that have come to their end go.
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
            process TEXT
        );
        CREATE INDEX download_state ON download (state, due);
        CREATE INDEX download_open ON download (url, username) WHERE state IN ('pending', 'downloading');
        """

    /// The index has as many rows as there are workers, and heartbeats do not change it.
    static let heldJobs = "CREATE INDEX job_held ON job (number) WHERE lease_worker IS NOT NULL"

    /// Null where an earlier version wrote the row. The index has few rows: most storyboards have none.
    static let placeholders = """
        ALTER TABLE storyboard ADD COLUMN placeholders INTEGER;
        ALTER TABLE storyboard ADD COLUMN placeholder_reasons TEXT;
        CREATE INDEX storyboard_placeholders ON storyboard (placeholders) WHERE placeholders > 0;
        """

    /// The hash of the source's canonical path, and its own name. Null where an earlier version wrote the row, until a
    /// batch reads them from the documents.
    static let sources = """
        ALTER TABLE storyboard ADD COLUMN source TEXT;
        ALTER TABLE storyboard ADD COLUMN source_name TEXT;
        CREATE INDEX storyboard_source ON storyboard (source);
        CREATE INDEX storyboard_source_name ON storyboard (source_name);
        """

    /// Storyboards with retired objects, by the time of retirement. The retention period is a setting of the collector
    /// and is not stored.
    ///
    /// Earlier versions did not record which storyboards have superseded sheets: each one is examined once.
    static let retired = """
        CREATE TABLE retired (storyboard TEXT PRIMARY KEY, since INTEGER NOT NULL) WITHOUT ROWID;
        CREATE INDEX retired_since ON retired (since, storyboard);
        INSERT INTO retired (storyboard, since) SELECT id, -9007199254740992 FROM storyboard;
        """
}
