import Foundation
import Testing

@testable import Mosaic
@testable import MosaicLibrary

/// Leases that expire, are taken over and resumed.
struct JobLeaseTransitionsTests: JobStates {
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
        .fail(reason: "It is not a picture."),
    ])
    func `a lease is not resumed after another worker finished its attempt`(outcome: JobOutcome) throws {
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

    @Test func `a lease that ran out goes to the next worker`() throws {
        var job = try Job(number: JobNumber(rawValue: 1), request(), now: Self.then)
        job.grant(to: "first", until: Self.now)
        #expect(job.isDue(now: Self.now))
        job.grant(to: "second", until: Self.later)
        #expect(job.lease?.worker == "second" && !job.isDue(now: Self.now))
    }
}
