import Foundation
import Testing

@testable import Mosaic
@testable import MosaicLibrary

/// Every change of a job from every state that it can be in.
struct JobTransitionsTests {
    /// A job in a state, told as text: `held` where a worker is at it, `again` where it has to look once more, `due`
    /// where it may be looked at now, `anew` where what it came to is forgotten.
    struct Row: Sendable {
        let before: String
        let after: String
    }

    private static let then = Date(timeIntervalSince1970: 1_000_000)
    private static let now = Date(timeIntervalSince1970: 1_000_100)
    private static let later = Date(timeIntervalSince1970: 1_000_200)
    private static let states = [
        "pending", "pending held", "processing", "processing held", "completed", "failed", "cancelled",
    ]
    private static let held = ["pending held", "processing held"]

    private static func rows(_ after: String..., from before: [String] = states) -> [Row] {
        zip(before, after).map(Row.init)
    }

    private func request(width: Int = 256) -> JobRequest {
        var request = JobRequest(id: StoryboardID(naming: "film"), source: Mosaic.ScreenshotSource(folder: "/shots"))
        request.settings.geometry.width = width
        request.expected = .count(5)
        return request
    }

    /// A job in that state, with three of five chapters done, two attempts failed, and nothing to do before `later`.
    private func job(_ text: String) throws -> Job {
        let words = text.split(separator: " ").map(String.init)
        let state = try #require(JobState(rawValue: words[0]))
        return Job(
            number: JobNumber(rawValue: 7), storyboard: StoryboardID(naming: "film"), priority: .interactive,
            requestText: try request().encoded(), state: state, completedChapters: 3, totalChapters: 5, attempt: 6,
            failedAttempts: 2, postponements: 4, errorMessage: "The disk is full.", created: Self.then,
            begun: Self.then,
            updated: Self.then, due: Self.later, lastArrival: state == .pending ? nil : Self.then,
            lease: words.contains("held") ? JobLease(worker: "first", expiry: Self.later) : nil,
            displacedWorker: nil, isWantedAgain: words.contains("again"))
    }

    private func text(_ job: Job) -> String {
        var words = [job.state.rawValue]
        if job.lease != nil { words.append("held") }
        if job.isWantedAgain { words.append("again") }
        if job.due == Self.now { words.append("due") }
        if job.begun == Self.now { words.append("anew") }
        return words.joined(separator: " ")
    }

    private func check(_ row: Row, _ change: (inout Job) throws -> Void) throws -> Job {
        var job = try job(row.before)
        let before = job
        try change(&job)
        #expect(text(job) == row.after, "from \(row.before)")
        #expect(job.number == before.number && job.storyboard == before.storyboard && job.created == before.created)
        if job.begun == Self.now {
            #expect(job.completedChapters == 0 && job.failedAttempts == 0 && job.errorMessage == nil)
            #expect(job.lastArrival == nil && job.updated == Self.now)
        }
        return job
    }

    // MARK: What is asked of it

    @Test(
        arguments: rows(
            "pending", "pending held again", "processing", "processing held again", "completed", "pending due anew",
            "pending due anew"))
    func `the same request again changes nothing that is under way or done`(row: Row) throws {
        let job = try check(row) { try $0.resubmit(request(), now: Self.now) }
        #expect(try job.request() == request())
        if row.after == row.before { #expect(try job == self.job(row.before)) }
    }

    @Test(
        arguments: rows(
            "pending due anew", "pending held again due anew", "pending due anew", "pending held again due anew",
            "pending due anew", "pending due anew", "pending due anew"))
    func `another request begins anew, after the worker that is at it`(row: Row) throws {
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
    func `a retry by hand begins anew`(row: Row) throws {
        let job = try check(row) { $0.retry(now: Self.now) }
        #expect(try job.request() == request())
    }

    @Test(
        arguments: rows(
            "processing due", "processing held again due", "processing due", "processing held again due",
            "processing due", "processing due", "cancelled"))
    func `an arrival wakes all but a cancelled job, and takes nothing back`(row: Row) throws {
        let job = try check(row) { $0.wake(now: Self.now) }
        #expect(job.completedChapters == 3)
        guard row.before != "cancelled" else { return #expect(try job == self.job(row.before)) }
        #expect(job.lastArrival == Self.now && job.failedAttempts == 0 && job.errorMessage == nil)
    }

    @Test(
        arguments: rows(
            "cancelled", "cancelled", "cancelled", "cancelled", "completed", "failed", "cancelled"))
    func `whatever is not over can be cancelled`(row: Row) throws {
        let job = try check(row) { $0.cancel(now: Self.now) }
        #expect(!job.isDue(now: .distantFuture))
    }

    // MARK: What a worker does

    @Test(arguments: states) func `a job is due when its time has come, nobody holds it, and it is not over`(
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
    func `a worker who takes the lease looks at everything so far`(state: String) throws {
        var job = try job(state)
        job.grant(to: "second", until: Self.later)
        #expect(job.lease == JobLease(worker: "second", expiry: Self.later) && !job.isWantedAgain)
    }

    @Test func `each lease begins another attempt, and only the last one holds the job`() throws {
        var job = try Job(number: JobNumber(rawValue: 1), request(), now: Self.then)
        #expect(job.attempt == 0 && !job.isHeld(by: 0))
        job.grant(to: "first", until: Self.now)
        #expect(job.isHeld(by: 1))
        job.grant(to: "second", until: Self.now)
        #expect(job.isHeld(by: 2) && !job.isHeld(by: 1))
        job.resume(JobLease(worker: "first", expiry: Self.later), now: Self.now)
        #expect(job.isHeld(by: 3) && job.lease?.worker == "first")
        job.finish(.complete, now: Self.now)
        #expect(job.attempt == 3 && !job.isHeld(by: 3))
    }

    @Test(
        arguments: rows("pending", "pending held", "processing", "processing held", "completed", "failed", "cancelled"))
    func `nothing there yet leaves the state as it is`(row: Row) throws {
        let job = try check(row) { $0.progress(completed: 0, total: 6, lastArrival: nil, now: Self.now) }
        #expect(job.completedChapters == (Self.held.contains(row.before) ? 0 : 3))
        #expect(try job.lastArrival == self.job(row.before).lastArrival)
    }

    @Test(
        arguments: rows(
            "pending", "processing held", "processing", "processing held", "completed", "failed", "cancelled"))
    func `the first arrival is what processing begins with`(row: Row) throws {
        let job = try check(row) { $0.progress(completed: 4, total: 6, lastArrival: Self.now, now: Self.now) }
        guard Self.held.contains(row.before) else { return #expect(try job == self.job(row.before)) }
        #expect(job.completedChapters == 4 && job.totalChapters == 6 && job.lastArrival == Self.now)
    }

    @Test func `a worker knows nothing later than what woke the job`() throws {
        var job = try job("processing held")
        job.wake(now: Self.later)
        job.progress(completed: 4, total: 5, lastArrival: Self.now, now: Self.later)
        #expect(job.lastArrival == Self.later && job.completedChapters == 4)
    }

    @Test func `what a worker says of the request before is not written down`() throws {
        var job = try job("processing held")
        try job.resubmit(request(width: 320), now: Self.now)
        let asked = job
        job.progress(completed: 4, total: 5, lastArrival: Self.now, now: Self.now)
        #expect(job == asked)
    }

    private static let outcomes: [(JobOutcome, String)] = [
        (.complete, "completed"), (.wait(until: later), ""), (.retry(reason: "The network is down.", at: later), ""),
        (.postpone(reason: "Another mosaic is at it.", until: later), ""),
        (.fail(reason: "It is no picture."), "failed"),
    ]

    @Test(arguments: outcomes, held)
    func `a look ends in what it came to`(end: (outcome: JobOutcome, state: String), before: String) throws {
        let state = before.split(separator: " ").first.map(String.init) ?? ""
        let row = Row(before: before, after: end.state.isEmpty ? state : end.state)
        let job = try check(row) { $0.finish(end.outcome, now: Self.now) }
        #expect(job.updated == Self.now && job.due == Self.later)
        switch end.outcome {
        case .complete, .wait: #expect(job.failedAttempts == 0 && job.errorMessage == nil)
        case .retry: #expect(job.failedAttempts == 3 && job.errorMessage == "The network is down.")
        case .postpone: #expect(job.failedAttempts == 2 && job.errorMessage == "Another mosaic is at it.")
        case .fail: #expect(job.errorMessage == "It is no picture.")
        }
    }

    @Test(arguments: outcomes, held)
    func `a look is followed by another where something came in between`(
        end: (outcome: JobOutcome, state: String), before: String
    ) throws {
        let state = before.split(separator: " ").first.map(String.init) ?? ""
        let row = Row(before: before + " again", after: state + " due")
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

    // MARK: Leases that ran out

    /// A job whose first worker was stopped for longer than its lease, and that a second one took over.
    private func takenOver() throws -> Job {
        var job = try job("processing held")
        job.extend(until: Self.now)
        job.grant(to: "second", until: Self.later)
        return job
    }

    private let first = JobLease(worker: "first", expiry: later)

    @Test func `a lease that ran out is resumed where others have only waited since`() throws {
        var job = try takenOver()
        for worker in ["third", "fourth"] {
            job.finish(.postpone(reason: "Another mosaic is at it.", until: Self.later), now: Self.now)
            job.grant(to: worker, until: Self.later)
        }
        job.finish(.postpone(reason: "Another mosaic is at it.", until: Self.later), now: Self.now)
        #expect(job.lease == nil && job.displacedWorker == "first" && job.postponements == 7)
        job.resume(first, now: Self.now)
        #expect(job.lease == first)
        job.finish(.complete, now: Self.now)
        #expect(job.isDue(now: Self.now), "what came meanwhile was told to others")
        #expect(job.displacedWorker == nil && job.postponements == 0)
    }

    @Test func `a lease is not resumed while another worker has one`() throws {
        var job = try takenOver()
        let taken = job
        job.resume(first, now: Self.now)
        #expect(job == taken)
        // Unless that one is stopped, too.
        job.resume(JobLease(worker: "first", expiry: .distantFuture), now: Self.later)
        #expect(job.lease?.worker == "first")
    }

    @Test(arguments: [
        JobOutcome.complete, .wait(until: later), .retry(reason: "The disk is full.", at: later),
        .fail(reason: "It is no picture."),
    ])
    func `a lease is not resumed where somebody else has done something`(outcome: JobOutcome) throws {
        var job = try takenOver()
        job.finish(outcome, now: Self.now)
        let finished = job
        job.resume(first, now: Self.later)
        #expect(job == finished)
    }

    @Test func `a lease is not resumed for a job that was cancelled or begun anew`() throws {
        let changes: [(inout Job) throws -> Void] = [
            { $0.cancel(now: Self.now) }, { $0.retry(now: Self.now) },
            { try $0.resubmit(request(width: 320), now: Self.now) },
        ]
        for change in changes {
            var job = try takenOver()
            job.finish(.postpone(reason: "Another mosaic is at it.", until: Self.later), now: Self.now)
            try change(&job)
            let changed = job
            job.resume(first, now: Self.later)
            #expect(job == changed)
        }
    }

    // MARK: Priorities

    @Test func `whoever waits for a job raises its priority, and a batch does not lower it`() throws {
        var job = try Job(number: JobNumber(rawValue: 1), request(), priority: .batch, now: Self.then)
        #expect(job.priority == .batch)
        try job.resubmit(request(), priority: .interactive, now: Self.now)
        #expect(job.priority == .interactive)
        try job.resubmit(request(width: 320), priority: .batch, now: Self.now)
        #expect(job.priority == .interactive, "somebody waits for it still")
    }

    @Test func `what is done is begun anew with the priority of whoever begins it`() throws {
        var job = try job("completed")
        try job.resubmit(request(), priority: .batch, now: Self.now)
        #expect(job.priority == .interactive, "nothing begins")
        try job.resubmit(request(width: 320), priority: .batch, now: Self.now)
        #expect(job.priority == .batch)
        job.wake(now: Self.now)
        #expect(job.priority == .interactive, "somebody uploaded a screenshot")
    }

    // MARK: Whole lives

    @Test func `a new job is due at once and knows what it was asked`() throws {
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

    @Test func `a lease that ran out goes to the next worker`() throws {
        var job = try Job(number: JobNumber(rawValue: 1), request(), now: Self.then)
        job.grant(to: "first", until: Self.now)
        #expect(job.isDue(now: Self.now))
        job.grant(to: "second", until: Self.later)
        #expect(job.lease?.worker == "second" && !job.isDue(now: Self.now))
    }
}
