/// The tables, in SQL.
enum CatalogTables {
    /// Times are milliseconds since 1970. Counts are kept by triggers, so that a list's length costs the same for ten
    /// storyboards and for a hundred thousand.
    ///
    /// `job.is_final` follows from `state`; it changes less often, and so does the index that leads to the due jobs.
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

        CREATE TABLE counter (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
        INSERT INTO counter (name, value) VALUES
            ('storyboards', 0), ('pending', 0), ('processing', 0), ('completed', 0), ('failed', 0), ('cancelled', 0);

        CREATE TRIGGER storyboard_counted AFTER INSERT ON storyboard BEGIN
            UPDATE counter SET value = value + 1 WHERE name = 'storyboards';
        END;
        CREATE TRIGGER storyboard_discounted AFTER DELETE ON storyboard BEGIN
            UPDATE counter SET value = value - 1 WHERE name = 'storyboards';
        END;
        CREATE TRIGGER job_counted AFTER INSERT ON job BEGIN
            UPDATE counter SET value = value + 1 WHERE name = new.state;
        END;
        CREATE TRIGGER job_recounted AFTER UPDATE OF state ON job BEGIN
            UPDATE counter SET value = value - 1 WHERE name = old.state;
            UPDATE counter SET value = value + 1 WHERE name = new.state;
        END;
        CREATE TRIGGER job_discounted AFTER DELETE ON job BEGIN
            UPDATE counter SET value = value - 1 WHERE name = old.state;
        END;
        """
}
