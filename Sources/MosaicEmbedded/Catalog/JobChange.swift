import GRDB
import Mosaic
import MosaicLibrary

/// The columns in which two values of a job differ.
///
/// SQLite rewrites every index over an assigned column, for every value; columns that are not assigned cost nothing.
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

    /// Writes the new values; does nothing where there are none.
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
