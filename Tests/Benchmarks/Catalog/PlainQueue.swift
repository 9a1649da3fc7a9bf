/// The least that a job's life costs in SQLite: four commits of prepared statements on one connection and one thread.
struct PlainQueue {
    /// A table of a queue's own, with an index for each question that a catalog answers of jobs.
    static let bareTable = """
        CREATE TABLE job (
            number INTEGER PRIMARY KEY AUTOINCREMENT, storyboard TEXT NOT NULL UNIQUE, request TEXT NOT NULL,
            state TEXT NOT NULL, is_final INTEGER NOT NULL, completed_chapters INTEGER NOT NULL,
            failed_attempts INTEGER NOT NULL, created INTEGER NOT NULL, begun INTEGER NOT NULL,
            updated INTEGER NOT NULL, due INTEGER NOT NULL, last_arrival INTEGER, lease_worker TEXT,
            lease_expiry INTEGER, is_wanted_again INTEGER NOT NULL
        );
        CREATE INDEX job_state ON job (state);
        CREATE INDEX job_due ON job (due) WHERE is_final = 0;
        """

    private let database: PlainSQLite
    private let begin: Int
    private let commit: Int
    private let submit: Int
    private let choose: Int
    private let take: Int
    private let progress: Int
    private let finish: Int

    private let flushes: Bool

    /// Uses the table `job` of a database.
    ///
    /// - Parameters:
    ///   - hasPriorities: Whether its jobs have priorities, which its index begins with then.
    ///   - flushes: Whether submission and end are on the disk before they return, as those of a catalog are.
    init(_ database: PlainSQLite, hasPriorities: Bool, flushes: Bool) throws {
        self.database = database
        self.flushes = flushes
        begin = try database.prepare("BEGIN IMMEDIATE")
        commit = try database.prepare("COMMIT")
        submit = try database.prepare(
            """
            INSERT INTO job (storyboard, request, state, is_final, completed_chapters, failed_attempts, created, begun,
                updated, due, is_wanted_again) VALUES (?1, ?2, 'pending', 0, 0, 0, ?3, ?3, ?3, ?3, 0)
            """)
        choose = try database.prepare(
            """
            SELECT number, storyboard, request FROM job WHERE is_final = 0 \(hasPriorities ? "AND priority = 'batch'" : "")
                AND due <= ?1 AND (lease_expiry IS NULL OR lease_expiry <= ?1) ORDER BY due, number LIMIT 1
            """)
        take = try database.prepare("UPDATE job SET lease_worker = ?2, lease_expiry = ?3 WHERE number = ?1")
        progress = try database.prepare(
            """
            UPDATE job SET state = 'processing', completed_chapters = ?3, last_arrival = ?4, updated = ?4
            WHERE number = ?1 AND lease_worker = ?2
            """)
        finish = try database.prepare(
            """
            UPDATE job SET state = 'completed', is_final = 1, lease_worker = NULL, lease_expiry = NULL, updated = ?3
            WHERE number = ?1 AND lease_worker = ?2
            """)
    }

    /// Takes one job from submission to its end.
    func pass(_ storyboard: String, request: String, milliseconds now: Int64) throws {
        let worker = PlainSQLite.Value.text("worker")
        if flushes { try database.execute("PRAGMA synchronous = FULL") }
        try transaction { try database.run(submit, .text(storyboard), .text(request), .integer(now)) }
        if flushes { try database.execute("PRAGMA synchronous = NORMAL") }
        let number = try transaction {
            let number = try database.run(choose, .integer(now))
            try database.run(take, .integer(number), worker, .integer(now + 60_000))
            return PlainSQLite.Value.integer(number)
        }
        try transaction { try database.run(progress, number, worker, .integer(12), .integer(now)) }
        if flushes { try database.execute("PRAGMA synchronous = FULL") }
        try transaction { try database.run(finish, number, worker, .integer(now)) }
    }

    @discardableResult
    private func transaction<Value>(_ body: () throws -> Value) throws -> Value {
        try database.run(begin)
        let value = try body()
        try database.run(commit)
        return value
    }
}
