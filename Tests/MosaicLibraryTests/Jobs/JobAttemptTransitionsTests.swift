import Foundation
import Testing

@testable import Mosaic
@testable import MosaicLibrary

/// Changes of a job by workers' attempts, in every state of the job.
struct JobAttemptTransitionsTests: JobStates {
    @Test(arguments: states) func `a job is due when its time has come, it has no lease and it is not finished`(
        state: String
    ) throws {
        let job = try job(state)
        #expect(!job.isDue(now: Self.now))
        // The lease runs out at the same moment.
        #expect(job.isDue(now: Self.later) == !job.state.isFinal)
        guard job.lease != nil else { return }
        var extended = job
        extended.extend(until: Self.later.addingTimeInterval(1))
        #expect(!extended.isDue(now: Self.later))
        #expect(extended.lease?.worker == "first")
    }

    @Test(arguments: ["pending", "pending held again", "processing", "processing held again"])
    func `a new lease covers all earlier requests`(state: String) throws {
        var job = try job(state)
        job.grant(to: "second", until: Self.later)
        #expect(job.lease == JobLease(worker: "second", expiry: Self.later) && !job.isWantedAgain)
    }

    @Test(
        arguments: rows("pending", "pending held", "processing", "processing held", "completed", "failed", "cancelled"))
    func `progress without screenshots keeps the state`(row: JobStateRow) throws {
        let job = try check(row) { $0.progress(completed: 0, total: 6, lastArrival: nil, now: Self.now) }
        #expect(job.completedChapters == (Self.held.contains(row.before) ? 0 : 3))
        #expect(try job.lastArrival == self.job(row.before).lastArrival)
    }

    @Test(
        arguments: rows(
            "pending", "processing held", "processing", "processing held", "completed", "failed", "cancelled"))
    func `processing begins with the first arrival`(row: JobStateRow) throws {
        let job = try check(row) { $0.progress(completed: 4, total: 6, lastArrival: Self.now, now: Self.now) }
        guard Self.held.contains(row.before) else { return #expect(try job == self.job(row.before)) }
        #expect(job.completedChapters == 4 && job.totalChapters == 6 && job.lastArrival == Self.now)
    }

    @Test func `progress does not replace a later arrival`() throws {
        var job = try job("processing held")
        job.wake(now: Self.later)
        job.progress(completed: 4, total: 5, lastArrival: Self.now, now: Self.later)
        #expect(job.lastArrival == Self.later && job.completedChapters == 4)
    }

    @Test func `progress of an earlier request is not recorded`() throws {
        var job = try job("processing held")
        try job.resubmit(request(width: 320), now: Self.now)
        let asked = job
        job.progress(completed: 4, total: 5, lastArrival: Self.now, now: Self.now)
        #expect(job == asked)
    }

    private static let outcomes: [(JobOutcome, String)] = [
        (.complete, "completed"), (.wait(until: later), ""), (.retry(reason: "The network is down.", at: later), ""),
        (.postpone(reason: "Another mosaic is at it.", until: later), ""),
        (.fail(reason: "It is not a picture."), "failed"),
    ]

    @Test(arguments: outcomes, held)
    func `an attempt ends in its outcome's state`(end: (outcome: JobOutcome, state: String), before: String) throws {
        let state = before.split(separator: " ").first.map(String.init) ?? ""
        let row = JobStateRow(before: before, after: end.state.isEmpty ? state : end.state)
        let job = try check(row) { $0.finish(end.outcome, now: Self.now) }
        #expect(job.updated == Self.now && job.due == Self.later)
        switch end.outcome {
        case .complete, .wait: #expect(job.failedAttempts == 0 && job.errorMessage == nil)
        case .retry: #expect(job.failedAttempts == 3 && job.errorMessage == "The network is down.")
        case .postpone: #expect(job.failedAttempts == 2 && job.errorMessage == "Another mosaic is at it.")
        case .fail: #expect(job.errorMessage == "It is not a picture.")
        }
    }

    @Test(arguments: outcomes, held)
    func `an attempt is followed by another if the job was requested again meanwhile`(
        end: (outcome: JobOutcome, state: String), before: String
    ) throws {
        let state = before.split(separator: " ").first.map(String.init) ?? ""
        let row = JobStateRow(before: before + " again", after: state + " due")
        let job = try check(row) { $0.finish(end.outcome, now: Self.now) }
        #expect(job.failedAttempts == 0 && job.errorMessage == nil && job.completedChapters == 3)
    }

    @Test(arguments: outcomes, ["pending", "processing", "completed", "failed", "cancelled"])
    func `a worker that is late changes nothing`(
        end: (outcome: JobOutcome, state: String), before: String
    ) throws {
        var job = try job(before)
        job.finish(end.outcome, now: Self.now)
        job.extend(until: Self.later)
        job.progress(completed: 4, total: 6, lastArrival: Self.now, now: Self.now)
        #expect(try job == self.job(before))
    }
}
