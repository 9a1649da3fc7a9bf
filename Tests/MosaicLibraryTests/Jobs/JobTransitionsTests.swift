import Foundation
import Testing

@testable import Mosaic
@testable import MosaicLibrary

/// Requests to a job, in every state of the job.
struct JobTransitionsTests: JobStates {
    @Test(
        arguments: rows(
            "pending", "pending held again", "processing", "processing held again", "completed", "pending due anew",
            "pending due anew"))
    func `a repeated request does not change a running or finished job`(row: JobStateRow) throws {
        let job = try check(row) { try $0.resubmit(request(), now: Self.now) }
        #expect(try job.request() == request())
        if row.after == row.before { #expect(try job == self.job(row.before)) }
    }

    @Test(
        arguments: rows(
            "pending due anew", "pending held again due anew", "pending due anew", "pending held again due anew",
            "pending due anew", "pending due anew", "pending due anew"))
    func `another request begins anew, after the worker that is at it`(row: JobStateRow) throws {
        var other = request(width: 320)
        other.expected = .count(8)
        let job = try check(row) { try $0.resubmit(other, now: Self.now) }
        #expect(try job.request() == other)
        #expect(job.totalChapters == 8)
    }

    @Test(
        arguments: rows(
            "pending due anew", "pending held again due anew", "pending due anew", "pending held again due anew",
            "pending due anew", "pending due anew", "pending due anew"))
    func `a retry by hand begins anew`(row: JobStateRow) throws {
        let job = try check(row) { $0.retry(now: Self.now) }
        #expect(try job.request() == request())
    }

    @Test(
        arguments: rows(
            "processing due", "processing held again due", "processing due", "processing held again due",
            "processing due", "processing due", "cancelled"))
    func `an arrival wakes all but a cancelled job, and takes nothing back`(row: JobStateRow) throws {
        let job = try check(row) { $0.wake(now: Self.now) }
        #expect(job.completedChapters == 3)
        guard row.before != "cancelled" else { return #expect(try job == self.job(row.before)) }
        #expect(job.lastArrival == Self.now && job.failedAttempts == 0 && job.errorMessage == nil)
    }

    @Test(
        arguments: rows(
            "pending due", "pending held again due", "processing due", "processing held again due", "processing due",
            "processing due", "cancelled"))
    func `a notification makes every job but a cancelled one due, and is not an arrival`(row: JobStateRow) throws {
        let before = try self.job(row.before)
        let job = try check(row) { $0.notify(now: Self.now) }
        #expect(job.completedChapters == 3 && job.lastArrival == before.lastArrival)
        guard row.before != "cancelled" else { return #expect(job == before) }
        #expect(job.failedAttempts == 0 && job.errorMessage == nil)
    }

    @Test(
        arguments: rows(
            "cancelled", "cancelled", "cancelled", "cancelled", "completed", "failed", "cancelled"))
    func `every unfinished job can be cancelled`(row: JobStateRow) throws {
        let job = try check(row) { $0.cancel(now: Self.now) }
        #expect(!job.isDue(now: .distantFuture))
    }

    // MARK: Priorities

    @Test func `an interactive request raises a job's priority, and a batch does not lower it`() throws {
        var job = try Job(number: JobNumber(rawValue: 1), request(), priority: .batch, now: Self.then)
        #expect(job.priority == .batch)
        try job.resubmit(request(), priority: .interactive, now: Self.now)
        #expect(job.priority == .interactive)
        try job.resubmit(request(width: 320), priority: .batch, now: Self.now)
        #expect(job.priority == .interactive, "somebody waits for it still")
    }

    @Test func `a finished job is restarted with the priority of the new request`() throws {
        var job = try job("completed")
        try job.resubmit(request(), priority: .batch, now: Self.now)
        #expect(job.priority == .interactive, "nothing begins")
        try job.resubmit(request(width: 320), priority: .batch, now: Self.now)
        #expect(job.priority == .batch)
        job.wake(now: Self.now)
        #expect(job.priority == .interactive, "somebody uploaded a screenshot")
    }

    // MARK: Owners

    @Test func `a final job that begins anew gets the request's owner, and an unfinished one keeps its own`() throws {
        let (ann, bob) = (JobOwner.subject("ann"), JobOwner.subject("bob"))
        let changes: [(inout Job) throws -> Void] = [
            { try $0.resubmit(request(width: 320), owner: bob, now: Self.now) },
            { $0.retry(now: Self.now, owner: bob) },
            { $0.wake(now: Self.now, owner: bob) }, { $0.notify(now: Self.now, owner: bob) },
        ]
        for (name, owner) in [("completed", bob), ("failed", bob), ("processing", ann)] {
            for (number, change) in changes.enumerated() {
                var job = try job(name)
                job.owner = ann
                try change(&job)
                #expect(job.owner == owner && !job.state.isFinal, "\(name) \(number)")
            }
        }
        var done = try job("completed")
        try done.resubmit(request(), owner: bob, now: Self.now)
        #expect(done.owner == nil, "The same request begins nothing.")
    }

    // MARK: Whole lives

    @Test func `a new job is due at once and has its request`() throws {
        let job = try Job(number: JobNumber(rawValue: 1), request(), now: Self.now)
        #expect(text(job) == "pending due anew" && job.isDue(now: Self.now))
        #expect(job.completedChapters == 0 && job.totalChapters == 5 && job.lastArrival == nil)
        #expect(try job.request() == request())
    }

    @Test func `a submission during work is worked on after it, once`() throws {
        var job = try Job(number: JobNumber(rawValue: 1), request(), now: Self.then)
        job.grant(to: "first", until: Self.later)
        try job.resubmit(request(width: 320), now: Self.now)
        #expect(!job.isDue(now: Self.now))
        job.finish(.complete, now: Self.now)
        #expect(text(job) == "pending due anew" && job.isDue(now: Self.now))
        job.grant(to: "second", until: Self.later)
        job.progress(completed: 5, total: 5, lastArrival: Self.now, now: Self.now)
        job.finish(.complete, now: Self.now)
        #expect(job.state == .completed && !job.isDue(now: .distantFuture))
    }
}
