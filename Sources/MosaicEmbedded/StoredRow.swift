import Foundation
import GRDB
import GRDBSQLite
import Mosaic
import MosaicLibrary
import WebVTT

/// A row that is decoded by column positions.
///
/// GRDB treats the row as a value that begins at the first column, which is never null. GRDB's own rows list their
/// column names each time a statement runs, which takes longer than the look-up.
protocol StoredRow: DatabaseValueConvertible, StatementColumnConvertible {
    /// Decodes the columns.
    ///
    /// - Throws: `SQLITE_MISMATCH`.
    init(_ columns: StoredColumns) throws
}

extension StoredRow {
    init?(sqliteStatement: SQLiteStatement, index: CInt) {
        guard let row = try? Self(StoredColumns(statement: sqliteStatement)) else { return nil }
        self = row
    }

    /// A row cannot be used as an argument.
    var databaseValue: DatabaseValue { .null }

    static func fromDatabaseValue(_: DatabaseValue) -> Self? { nil }
}

/// The columns of a statement's current row.
struct StoredColumns {
    let statement: SQLiteStatement

    /// - Throws: `SQLITE_MISMATCH` for null and for other types.
    func value<Value: StatementColumnConvertible>(_ position: CInt) throws -> Value {
        guard let value: Value = try optional(position) else { throw SQLiteFailure.row("\(position)") }
        return value
    }

    /// - Throws: `SQLITE_MISMATCH` for other types.
    func optional<Value: StatementColumnConvertible>(_ position: CInt) throws -> Value? {
        guard sqlite3_column_type(statement, position) != SQLITE_NULL else { return nil }
        guard let value = Value(sqliteStatement: statement, index: position) else {
            throw SQLiteFailure.row("\(position)")
        }
        return value
    }
}

/// A row of the table `storyboard`.
struct EntryRow: StoredRow {
    static let columns = """
        id, title, tiles, duration, bytes, created, updated, fingerprint, placeholders, placeholder_reasons, source,
        source_name
        """
    static let insertion = """
        INSERT INTO storyboard (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET title = excluded.title, tiles = excluded.tiles, duration = excluded.duration,
            bytes = excluded.bytes, updated = excluded.updated, fingerprint = excluded.fingerprint,
            placeholders = excluded.placeholders, placeholder_reasons = excluded.placeholder_reasons,
            source = excluded.source, source_name = excluded.source_name
        """

    let entry: CatalogEntry

    init(_ entry: CatalogEntry) { self.entry = entry }

    init(_ columns: StoredColumns) throws {
        guard let id = StoryboardID(rawValue: try columns.value(0)) else { throw SQLiteFailure.row("id") }
        let fingerprint: String? = try columns.optional(7)
        entry = CatalogEntry(
            id: id, title: try columns.optional(1), tiles: try columns.value(2),
            duration: try columns.optional(3).map(Timestamp.init(milliseconds:)), bytes: try columns.value(4),
            created: Date(milliseconds: try columns.value(5)), updated: Date(milliseconds: try columns.value(6)),
            fingerprint: fingerprint.flatMap(ContentHash.init(hexadecimal:)),
            placeholders: try Self.placeholders(columns), source: try Self.source(columns))
    }

    private static func source(_ columns: StoredColumns) throws -> RecordedSource? {
        let hash: String? = try columns.optional(10)
        let name: String? = try columns.optional(11)
        guard let path = hash.flatMap(ContentHash.init(hexadecimal:)), let name else { return nil }
        return RecordedSource(name: name, path: path)
    }

    private static func placeholders(_ columns: StoredColumns) throws -> Placeholders {
        let reasons: String? = try columns.optional(9)
        return Placeholders(
            count: try columns.value(8),
            reasons: try reasons.map { try JSONDecoder().decode([String].self, from: Data($0.utf8)) } ?? [])
    }

    /// The reasons as a JSON array, because they may contain any character but NUL.
    private var reasons: String? {
        let reasons = entry.placeholders.reasons
        guard !reasons.isEmpty, let text = try? JSONEncoder().encode(reasons) else { return nil }
        return String(decoding: text, as: UTF8.self)
    }

    /// Values for ``insertion``.
    var arguments: StatementArguments {
        [
            entry.id.rawValue, entry.title, entry.tiles, entry.duration?.milliseconds, entry.bytes,
            entry.created.milliseconds, entry.updated.milliseconds, entry.fingerprint?.hexadecimal(),
            entry.placeholders.count, reasons, entry.source?.path.hexadecimal(), entry.source?.name,
        ]
    }
}

/// A row of the table `job`.
struct JobRow: StoredRow {
    static let columns = """
        number, storyboard, request, state, completed_chapters, total_chapters, failed_attempts, error, created, \
        begun, updated, due, last_arrival, lease_worker, lease_expiry, is_wanted_again, priority, postponements, \
        displaced_worker, attempt, owner
        """
    static let insertion = """
        INSERT INTO job (
            storyboard, request, state, is_final, completed_chapters, total_chapters, failed_attempts, error, created,
            begun, updated, due, last_arrival, lease_worker, lease_expiry, is_wanted_again, priority, postponements,
            displaced_worker, attempt, owner
        ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """

    let job: Job

    init(_ job: Job) { self.job = job }

    init(_ columns: StoredColumns) throws {
        guard let id = StoryboardID(rawValue: try columns.value(1)) else { throw SQLiteFailure.row("storyboard") }
        guard let state = JobState(rawValue: try columns.value(3)) else { throw SQLiteFailure.row("state") }
        guard let priority = JobPriority(rawValue: try columns.value(16)) else { throw SQLiteFailure.row("priority") }
        let worker: String? = try columns.optional(13)
        let expiry: Int64? = try columns.optional(14)
        let lease = worker.flatMap { worker in
            expiry.map { JobLease(worker: worker, expiry: Date(milliseconds: $0)) }
        }
        job = Job(
            number: JobNumber(rawValue: try columns.value(0)), storyboard: id, priority: priority,
            owner: try columns.optional(20).map(JobOwner.init(rawValue:)),
            requestText: try columns.value(2), state: state, completedChapters: try columns.value(4),
            totalChapters: try columns.optional(5), attempt: try columns.value(19),
            failedAttempts: try columns.value(6), postponements: try columns.value(17),
            errorMessage: try columns.optional(7), created: Date(milliseconds: try columns.value(8)),
            begun: Date(milliseconds: try columns.value(9)), updated: Date(milliseconds: try columns.value(10)),
            due: Date(milliseconds: try columns.value(11)),
            lastArrival: try columns.optional(12).map(Date.init(milliseconds:)), lease: lease,
            displacedWorker: try columns.optional(18), isWantedAgain: try columns.value(15))
    }

    /// Values for ``insertion``.
    var arguments: StatementArguments {
        [
            job.storyboard.rawValue, job.requestText, job.state.rawValue, job.state.isFinal, job.completedChapters,
            job.totalChapters, job.failedAttempts, job.errorMessage, job.created.milliseconds,
            job.begun.milliseconds, job.updated.milliseconds, job.due.milliseconds, job.lastArrival?.milliseconds,
            job.lease?.worker, job.lease?.expiry.milliseconds, job.isWantedAgain, job.priority.rawValue,
            job.postponements, job.displacedWorker, job.attempt, job.owner?.rawValue,
        ]
    }
}

extension Job {
    /// The job as read again after storing under `number`.
    func stored(as number: JobNumber) -> Job {
        Job(
            number: number, storyboard: storyboard, priority: priority, owner: owner, requestText: requestText,
            state: state,
            completedChapters: completedChapters, totalChapters: totalChapters, attempt: attempt,
            failedAttempts: failedAttempts,
            postponements: postponements, errorMessage: errorMessage, created: created.inMilliseconds,
            begun: begun.inMilliseconds,
            updated: updated.inMilliseconds, due: due.inMilliseconds, lastArrival: lastArrival?.inMilliseconds,
            lease: lease.map { JobLease(worker: $0.worker, expiry: $0.expiry.inMilliseconds) },
            displacedWorker: displacedWorker, isWantedAgain: isWantedAgain)
    }
}

/// The columns in which two states of a job differ.
///
/// SQLite rewrites every index over an assigned column, even if the value is the same. Columns that are not assigned
/// cost nothing.
struct JobChange {
    private var assignments: [String] = []
    private var values: [(any DatabaseValueConvertible)?] = []

    init(from old: Job, to new: Job) {
        note(old.priority.rawValue, new.priority.rawValue, "priority")
        note(old.owner?.rawValue, new.owner?.rawValue, "owner")
        note(old.requestText, new.requestText, "request")
        note(old.state.rawValue, new.state.rawValue, "state")
        note(old.state.isFinal, new.state.isFinal, "is_final")
        note(old.completedChapters, new.completedChapters, "completed_chapters")
        note(old.totalChapters, new.totalChapters, "total_chapters")
        note(old.attempt, new.attempt, "attempt")
        note(old.failedAttempts, new.failedAttempts, "failed_attempts")
        note(old.postponements, new.postponements, "postponements")
        note(old.errorMessage, new.errorMessage, "error")
        note(old.begun.milliseconds, new.begun.milliseconds, "begun")
        note(old.updated.milliseconds, new.updated.milliseconds, "updated")
        note(old.due.milliseconds, new.due.milliseconds, "due")
        note(old.lastArrival?.milliseconds, new.lastArrival?.milliseconds, "last_arrival")
        note(old.lease?.worker, new.lease?.worker, "lease_worker")
        note(old.lease?.expiry.milliseconds, new.lease?.expiry.milliseconds, "lease_expiry")
        note(old.displacedWorker, new.displacedWorker, "displaced_worker")
        note(old.isWantedAgain, new.isWantedAgain, "is_wanted_again")
    }

    /// Writes the new values; does nothing without differences.
    func apply(to number: JobNumber, in database: Database) throws {
        guard !assignments.isEmpty else { return }
        let sql = "UPDATE job SET \(assignments.joined(separator: ", ")) WHERE number = ?"
        let arguments = StatementArguments(values + [number.rawValue])
        try database.cachedStatement(sql: sql).execute(arguments: arguments)
    }

    private mutating func note<Value: Equatable & DatabaseValueConvertible>(
        _ old: Value?, _ new: Value?, _ column: String
    ) {
        guard old != new else { return }
        assignments.append(column + " = ?")
        values.append(new)
    }
}
