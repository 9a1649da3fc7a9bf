package import Foundation
import GRDB
package import Mosaic
package import MosaicLibrary

extension SQLiteCatalog {
    /// The time of the catalog's clock, to the nearest millisecond, as stored.
    package func now() -> Date { clock().inMilliseconds }

    /// Stores a job for the request. If the storyboard has a job, changes it with
    /// ``Job/resubmit(_:priority:owner:now:)``.
    package func submit(_ request: JobRequest, priority: JobPriority, owner: JobOwner?) async throws -> Job {
        let now = clock()
        // Encoded before the transaction, because encoding the request takes longer than storing it.
        let fresh = JobRow(try Job(number: JobNumber(rawValue: 0), request, priority: priority, owner: owner, now: now))
        defer { jobWakeups.send() }
        return try await write { database in
            guard let old = try Self.job(of: request.id, in: database) else {
                try database.cachedStatement(sql: JobRow.insertion).execute(arguments: fresh.arguments)
                return fresh.job.stored(as: JobNumber(rawValue: database.lastInsertedRowID))
            }
            var job = old
            try job.resubmit(request, priority: priority, owner: owner, now: now)
            return try Self.replace(old, by: job, in: database)
        }
    }

    /// The job of that number; nil if missing.
    package func job(_ number: JobNumber) async throws -> Job? {
        try look { try Self.job(number, in: $0) }
    }

    /// The job of a storyboard; nil if missing.
    package func job(of id: StoryboardID) async throws -> Job? {
        try look { try Self.job(of: id, in: $0) }
    }

    /// The jobs of storyboards, in one query and any order. Storyboards without a job are left out.
    package func jobs(of ids: [StoryboardID]) async throws -> [Job] {
        guard !ids.isEmpty else { return [] }
        return try await read { database in
            let places = Array(repeating: "?", count: ids.count).joined(separator: ",")
            let statement = try database.makeStatement(
                sql: "SELECT \(JobRow.columns) FROM job WHERE storyboard IN (\(places))")
            return try JobRow.fetchAll(statement, arguments: StatementArguments(ids.map(\.rawValue))).map(\.job)
        }
    }

    /// A page of jobs, in descending order of job number.
    package func jobs(_ query: JobQuery) async throws -> [Job] {
        let page = Page(limit: query.limit, offset: query.offset)
        return try await read { database in
            let table = query.onlyHeld ? "job INDEXED BY job_held WHERE lease_worker IS NOT NULL" : "job WHERE TRUE"
            let condition = query.state == nil ? "" : "AND state = ?"
            let statement = try database.cachedStatement(
                sql: "SELECT \(JobRow.columns) FROM \(table) \(condition) ORDER BY number DESC LIMIT ? OFFSET ?")
            let state: StatementArguments = query.state.map { [$0.rawValue] } ?? []
            return try JobRow.fetchAll(statement, arguments: state + page.arguments).map(\.job)
        }
    }

    /// The number of jobs in each state, including 0.
    package func jobCounts() async throws -> [JobState: Int] {
        try await read { database in
            let columns = JobState.allCases.map(\.rawValue).joined(separator: ", ")
            let statement = try database.cachedStatement(sql: "SELECT \(columns) FROM counter")
            guard let row = try Row.fetchOne(statement) else { return [:] }
            return try JobState.allCases.enumerated().reduce(into: [:]) { counts, state in
                counts[state.element] = try row.decode(Int.self, atIndex: state.offset)
            }
        }
    }

    /// The number of unfinished jobs of an owner, counted in an index of unfinished jobs.
    package func unfinishedJobs(of owner: JobOwner) async throws -> Int {
        try look { database in
            let statement = try database.cachedStatement(
                sql: "SELECT count(*) FROM job INDEXED BY job_owner WHERE is_final = 0 AND owner = ?")
            return try Int.fetchOne(statement, arguments: [owner.rawValue]) ?? 0
        }
    }

    /// Leases the due job of a storyboard, or any due job; nil if none is due. Interactive jobs come first, except that
    /// one of ``JobPriority/batchShare`` leases is for a batch job. Within a priority, the job that has been due
    /// longest comes first.
    package func lease(to worker: String, for seconds: TimeInterval, of id: StoryboardID?) async throws -> Job? {
        try await write(.unflushed) { [clock] database in
            // The time is read inside the transaction, because its beginning may wait for another process.
            let now = clock().inMilliseconds
            let candidate =
                if let id { try Self.job(of: id, in: database) } else { try Self.dueJob(now: now, in: database) }
            guard let old = candidate, old.isDue(now: now) else { return nil }
            var job = old
            job.grant(to: worker, until: now.addingTimeInterval(seconds))
            return try Self.replace(old, by: job, in: database)
        }
    }

    /// Changes a job in one transaction: reads it, applies `change`, writes it. Nil if the job is missing, or not held
    /// by `attempt`.
    package func update(
        _ number: JobNumber, attempt: Int?, _ change: @escaping Job.Change
    ) async throws -> Job? {
        // A worker's change of its own job makes no job due for other workers.
        defer { if attempt == nil { jobWakeups.send() } }
        return try await update(number, attempt: attempt, .flushed, change)
    }

    /// Yields after this process has submitted a job, or changed a job outside of an attempt.
    package func wakeups() -> AsyncStream<Void> { jobWakeups.stream() }

    /// Extends a lease and records progress; a power loss may undo the last calls.
    package func heartbeat(
        _ number: JobNumber, attempt: Int, for seconds: TimeInterval, _ progress: @escaping Job.Change
    ) async throws -> Job? {
        try await update(number, attempt: attempt, .unflushed) { job, now in
            job.extend(until: now.addingTimeInterval(seconds))
            progress(&job, now)
        }
    }

    private func update(
        _ number: JobNumber, attempt: Int?, _ durability: Durability, _ change: @escaping Job.Change
    ) async throws -> Job? {
        try await write(durability) { [clock] database in
            guard let old = try Self.job(number, in: database) else { return nil }
            if let attempt, !old.isHeld(by: attempt) { return nil }
            var job = old
            change(&job, clock())
            return try Self.replace(old, by: job, in: database)
        }
    }

    private static func job(_ number: JobNumber, in database: Database) throws -> Job? {
        let statement = try database.cachedStatement(sql: "SELECT \(JobRow.columns) FROM job WHERE number = ?")
        return try JobRow.fetchOne(statement, arguments: [number.rawValue])?.job
    }

    static func job(of id: StoryboardID, in database: Database) throws -> Job? {
        let statement = try database.cachedStatement(sql: "SELECT \(JobRow.columns) FROM job WHERE storyboard = ?")
        return try JobRow.fetchOne(statement, arguments: [id.rawValue])?.job
    }

    /// Finds the job of a priority that has been due longest, without leased jobs. The leased jobs that it skips are at
    /// most as many as the workers.
    static let dueLongest = """
        SELECT \(JobRow.columns) FROM job INDEXED BY job_due
        WHERE is_final = 0 AND priority = ?1 AND due <= ?2 AND (lease_expiry IS NULL OR lease_expiry <= ?2)
        ORDER BY due, number LIMIT 1
        """

    private static func dueJob(now: Date, in database: Database) throws -> Job? {
        let search = try database.cachedStatement(sql: dueLongest)
        func first(_ priority: JobPriority) throws -> Job? {
            try JobRow.fetchOne(search, arguments: [priority.rawValue, now.milliseconds])?.job
        }
        let (interactive, batch) = (try first(.interactive), try first(.batch))
        guard let interactive, let batch else { return interactive ?? batch }
        // The catalog counts the leases, because workers of several processes share the jobs. It counts only while jobs
        // of both priorities are due.
        let known = try database.cachedStatement(sql: "SELECT interactive_leases FROM counter")
        let leases = try Int.fetchOne(known) ?? 0
        let priority = JobPriority.next(after: leases)
        try database.cachedStatement(sql: "UPDATE counter SET interactive_leases = ?")
            .execute(arguments: [priority == .batch ? 0 : leases + 1])
        return priority == .batch ? batch : interactive
    }

    private static func replace(_ old: Job, by new: Job, in database: Database) throws -> Job {
        let new = new.stored(as: old.number)
        try JobChange(from: old, to: new).apply(to: old.number, in: database)
        return new
    }
}
