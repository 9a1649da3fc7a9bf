import Foundation
import GRDB
import Mosaic
import MosaicLibrary

/// A job as a row of `job`.
struct JobRow: FetchableRecord {
    static let columns = """
        number, storyboard, request, state, completed_chapters, total_chapters, failed_attempts, error, created, \
        begun, updated, due, last_arrival, lease_worker, lease_expiry, is_wanted_again, priority, postponements, \
        displaced_worker, attempt
        """
    static let insertion = """
        INSERT INTO job (
            storyboard, request, state, is_final, completed_chapters, total_chapters, failed_attempts, error, created,
            begun, updated, due, last_arrival, lease_worker, lease_expiry, is_wanted_again, priority, postponements,
            displaced_worker, attempt
        ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """

    let job: Job

    init(_ job: Job) { self.job = job }

    init(row: Row) throws {
        guard let id = StoryboardID(rawValue: try row.decode(String.self, atIndex: 1)) else {
            throw RowFailure(column: "storyboard")
        }
        guard let state = JobState(rawValue: try row.decode(String.self, atIndex: 3)) else {
            throw RowFailure(column: "state")
        }
        guard let priority = JobPriority(rawValue: try row.decode(String.self, atIndex: 16)) else {
            throw RowFailure(column: "priority")
        }
        let expiry = try row.decode(Int64?.self, atIndex: 14)
        let lease = try row.decode(String?.self, atIndex: 13).flatMap { worker in
            expiry.map { JobLease(worker: worker, expiry: Date(milliseconds: $0)) }
        }
        job = Job(
            number: JobNumber(rawValue: try row.decode(Int64.self, atIndex: 0)), storyboard: id, priority: priority,
            requestText: try row.decode(String.self, atIndex: 2), state: state,
            completedChapters: try row.decode(Int.self, atIndex: 4),
            totalChapters: try row.decode(Int?.self, atIndex: 5),
            attempt: try row.decode(Int.self, atIndex: 19),
            failedAttempts: try row.decode(Int.self, atIndex: 6),
            postponements: try row.decode(Int.self, atIndex: 17),
            errorMessage: try row.decode(String?.self, atIndex: 7),
            created: Date(milliseconds: try row.decode(Int64.self, atIndex: 8)),
            begun: Date(milliseconds: try row.decode(Int64.self, atIndex: 9)),
            updated: Date(milliseconds: try row.decode(Int64.self, atIndex: 10)),
            due: Date(milliseconds: try row.decode(Int64.self, atIndex: 11)),
            lastArrival: try row.decode(Int64?.self, atIndex: 12).map(Date.init(milliseconds:)), lease: lease,
            displacedWorker: try row.decode(String?.self, atIndex: 18),
            isWantedAgain: try row.decode(Bool.self, atIndex: 15))
    }

    /// Values for `insertion`.
    var arguments: StatementArguments {
        [
            job.storyboard.rawValue, job.requestText, job.state.rawValue, job.state.isFinal, job.completedChapters,
            job.totalChapters, job.failedAttempts, job.errorMessage, job.created.milliseconds,
            job.begun.milliseconds, job.updated.milliseconds, job.due.milliseconds, job.lastArrival?.milliseconds,
            job.lease?.worker, job.lease?.expiry.milliseconds, job.isWantedAgain, job.priority.rawValue,
            job.postponements, job.displacedWorker, job.attempt,
        ]
    }
}

extension Job {
    /// The job after storing and reading, with the number that it was stored with.
    func stored(as number: JobNumber) -> Job {
        Job(
            number: number, storyboard: storyboard, priority: priority, requestText: requestText, state: state,
            completedChapters: completedChapters, totalChapters: totalChapters, attempt: attempt,
            failedAttempts: failedAttempts,
            postponements: postponements, errorMessage: errorMessage, created: created.inMilliseconds,
            begun: begun.inMilliseconds,
            updated: updated.inMilliseconds, due: due.inMilliseconds, lastArrival: lastArrival?.inMilliseconds,
            lease: lease.map { JobLease(worker: $0.worker, expiry: $0.expiry.inMilliseconds) },
            displacedWorker: displacedWorker, isWantedAgain: isWantedAgain)
    }
}
