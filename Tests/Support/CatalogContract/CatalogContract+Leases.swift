import Foundation
import Mosaic
import Testing

import MosaicLibrary

extension CatalogContract {
    static let leases = [
        CatalogContract("the job due longest is taken first, then by number") { catalog async throws in
            for (text, due) in [("c", 3.0), ("a", 1), ("b", 2), ("a2", 1)] {
                _ = try await catalog.submit(Sample.request(text), now: Sample.date(due))
            }
            var taken: [String?] = []
            for number in 0..<5 {
                let lease = Sample.lease("w\(number)", until: 99)
                let job = try await catalog.lease(lease, of: nil, now: Sample.date(3))
                if let job { #expect(job.lease == lease) }
                taken.append(job?.storyboard.rawValue)
            }
            #expect(taken == ["a", "a2", "b", "c", nil])
        },
        CatalogContract("interactive jobs go before batch jobs, and those get their share") { catalog async throws in
            let share = JobPriority.batchShare
            for number in 0..<(2 * share) {
                _ = try await catalog.submit(
                    Sample.request("b\(number)"), priority: .batch, now: Sample.date(Double(number)))
                // They come after all of those.
                _ = try await catalog.submit(
                    Sample.request("i\(number)"), priority: .interactive, now: Sample.date(100 + Double(number)))
            }
            var taken: [String] = []
            for number in 0..<(4 * share) {
                let lease = Sample.lease("w\(number)", until: 999)
                let job = try await catalog.lease(lease, of: nil, now: Sample.date(200))
                taken.append(job?.storyboard.rawValue ?? "none")
            }
            let interactive = taken.filter { $0.hasPrefix("i") }
            #expect(interactive == (0..<(2 * share)).map { "i\($0)" }, "the one due longest first")
            #expect(taken.filter { $0.hasPrefix("b") } == (0..<(2 * share)).map { "b\($0)" })
            // One batch job in each eight while both are due, and the others when no interactive one is left.
            let turns = taken.enumerated().filter { $1.hasPrefix("b") }.map(\.offset)
            #expect(turns.prefix(2) == [share - 1, 2 * share - 1])
            #expect(taken.suffix(4 * share - 2 * share - 2).allSatisfy { $0.hasPrefix("b") })
        },
        CatalogContract("a job of either priority is taken where there is no other, whatever was taken before") {
            catalog async throws in
            for round in 0..<(3 * JobPriority.batchShare) {
                for priority in JobPriority.allCases {
                    let job = try await catalog.submit(
                        Sample.request("\(priority)\(round)"), priority: priority, now: Sample.date(0))
                    let taken = try await catalog.lease(Sample.lease("w", until: 99), of: nil, now: Sample.date(1))
                    #expect(taken?.number == job.number && taken?.priority == priority)
                }
            }
        },
        CatalogContract("a job is not taken before it is due, nor when it is final") { catalog async throws in
            let job = try await catalog.submit(Sample.request("film"), now: Sample.date(5))
            let lease = Sample.lease("w", until: 99)
            #expect(try await catalog.lease(lease, of: nil, now: Sample.date(4.999)) == nil)
            #expect(try await catalog.lease(lease, of: job.storyboard, now: Sample.date(4.999)) == nil)
            for outcome in [JobOutcome.complete, .fail(reason: "It is no picture.")] {
                let held = try await catalog.lease(lease, of: nil, now: Sample.date(50))
                #expect(held?.number == job.number)
                let ended = try await catalog.update(job.number, heldBy: "w") {
                    $0.finish(outcome, now: Sample.date(6))
                }
                #expect(ended?.state.isFinal == true)
                #expect(try await catalog.lease(lease, of: nil, now: Sample.date(98)) == nil)
                #expect(try await catalog.lease(lease, of: job.storyboard, now: Sample.date(98)) == nil)
                _ = try await catalog.update(job.number, heldBy: nil) { $0.retry(now: Sample.date(7)) }
            }
        },
        CatalogContract("a job that waits is taken again when its time has come") { catalog async throws in
            let job = try await catalog.submit(Sample.request("film"), now: Sample.date(0))
            let lease = Sample.lease("w", until: 99)
            for outcome in [
                JobOutcome.wait(until: Sample.date(20)), .retry(reason: "The disk is away.", at: Sample.date(20)),
            ] {
                #expect(try await catalog.lease(lease, of: nil, now: Sample.date(20))?.number == job.number)
                _ = try await catalog.update(job.number, heldBy: "w") { $0.finish(outcome, now: Sample.date(1)) }
                #expect(try await catalog.lease(lease, of: nil, now: Sample.date(19.999)) == nil)
            }
        },
        CatalogContract("a lease may name its storyboard, and then takes no other job") { catalog async throws in
            for text in ["a", "b"] { _ = try await catalog.submit(Sample.request(text), now: Sample.date(0)) }
            let lease = Sample.lease("w", until: 99)
            let held = try await catalog.lease(lease, of: Sample.id("b"), now: Sample.date(1))
            #expect(held?.storyboard.rawValue == "b")
            #expect(try await catalog.lease(lease, of: Sample.id("b"), now: Sample.date(1)) == nil)
            #expect(try await catalog.lease(lease, of: Sample.id("c"), now: Sample.date(1)) == nil)
            #expect(try await catalog.job(of: Sample.id("a"))?.lease == nil)
        },
        CatalogContract("a lease that has run out is taken over, and its worker changes nothing any more") {
            catalog async throws in
            let job = try await catalog.submit(Sample.request("film"), now: Sample.date(0))
            _ = try await catalog.lease(Sample.lease("killed", until: 10), of: nil, now: Sample.date(0))
            let taker = Sample.lease("taker", until: 20)
            #expect(try await catalog.lease(taker, of: nil, now: Sample.date(9.999)) == nil)
            let taken = try await catalog.lease(taker, of: nil, now: Sample.date(10))
            #expect(taken?.lease == taker)
            let late = try await catalog.update(job.number, heldBy: "killed") {
                $0.finish(.complete, now: Sample.date(11))
            }
            #expect(late == nil)
            #expect(try await catalog.job(job.number) == taken)
        },
        CatalogContract("progress is recorded by the worker that holds the job, and by nobody else") {
            catalog async throws in
            let job = try await catalog.submit(Sample.request("film"), now: Sample.date(0))
            _ = try await catalog.lease(Sample.lease("w", until: 10), of: nil, now: Sample.date(0))
            let progress: @Sendable (inout Job) -> Void = {
                $0.progress(completed: 3, total: 4, lastArrival: nil, now: Sample.date(1))
            }
            #expect(try await catalog.recordProgress(job.number, heldBy: "other", progress) == nil)
            #expect(try await catalog.job(job.number)?.completedChapters == 0)
            let written = try await catalog.recordProgress(job.number, heldBy: "w", progress)
            #expect(written?.completedChapters == 3 && written?.totalChapters == 4)
            #expect(try await catalog.job(job.number) == written)
        },
        CatalogContract("a heartbeat keeps others out for longer") { catalog async throws in
            let job = try await catalog.submit(Sample.request("film"), now: Sample.date(0))
            _ = try await catalog.lease(Sample.lease("w", until: 10), of: nil, now: Sample.date(0))
            let beat = try await catalog.update(job.number, heldBy: "w") { $0.extend(until: Sample.date(30)) }
            #expect(beat?.lease == Sample.lease("w", until: 30))
            let other = Sample.lease("other", until: 99)
            #expect(try await catalog.lease(other, of: nil, now: Sample.date(29)) == nil)
            #expect(try await catalog.lease(other, of: nil, now: Sample.date(30))?.lease == other)
        },
    ]
}
