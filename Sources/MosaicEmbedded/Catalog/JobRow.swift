import Foundation
import GRDB
import Mosaic
import MosaicLibrary

/// A job as a row of `job`.
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
        guard let id = StoryboardID(rawValue: try columns.value(1)) else { throw RowFailure(column: "storyboard") }
        guard let state = JobState(rawValue: try columns.value(3)) else { throw RowFailure(column: "state") }
        guard let priority = JobPriority(rawValue: try columns.value(16)) else { throw RowFailure(column: "priority") }
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

    /// Values for `insertion`.
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
    /// The job after storing and reading, with the number that it was stored with.
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
