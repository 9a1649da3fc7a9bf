import Foundation
import Mosaic
import Testing

import MosaicLibrary

extension CatalogContract {
    static let leases = [
        CatalogContract("the job due longest is taken first, then by number") { catalog async throws in
            for (text, due) in [("c", 3.0), ("a", 1), ("b", 2), ("a2", 1)] {
                _ = try await catalog.at(due).submit(Sample.request(text))
            }
            var taken: [String?] = []
            for number in 0..<5 {
                let job = try await catalog.at(3).lease(to: "w\(number)", for: 96, of: nil)
                if let job { #expect(job.lease == Sample.lease("w\(number)", until: 99)) }
                taken.append(job?.storyboard.rawValue)
            }
            #expect(taken == ["a", "a2", "b", "c", nil])
        },
        CatalogContract("interactive jobs go before batch jobs, and those get their share") { catalog async throws in
            let share = JobPriority.batchShare
            for number in 0..<(2 * share) {
                _ = try await catalog.at(Double(number)).submit(Sample.request("b\(number)"), priority: .batch)
                // They come after all of those.
                _ = try await catalog.at(100 + Double(number)).submit(
                    Sample.request("i\(number)"), priority: .interactive)
            }
            var taken: [String] = []
            for number in 0..<(4 * share) {
                let job = try await catalog.at(200).lease(to: "w\(number)", for: 799, of: nil)
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
                    let job = try await catalog.at(0).submit(Sample.request("\(priority)\(round)"), priority: priority)
                    let taken = try await catalog.at(1).lease(to: "w", for: 98, of: nil)
                    #expect(taken?.number == job.number && taken?.priority == priority)
                }
            }
        },
        CatalogContract("a job is not taken before it is due, nor when it is final") { catalog async throws in
            let job = try await catalog.at(5).submit(Sample.request("film"))
            #expect(try await catalog.at(4.999).lease(to: "w", for: 49, of: nil) == nil)
            #expect(try await catalog.at(4.999).lease(to: "w", for: 49, of: job.storyboard) == nil)
            for outcome in [JobOutcome.complete, .fail(reason: "It is not a picture.")] {
                let held = try await catalog.at(50).lease(to: "w", for: 49, of: nil)
                #expect(held?.number == job.number)
                let attempt = held?.attempt ?? 0
                let ended = try await catalog.update(job.number, attempt: attempt) { $0.finish(outcome, now: $1) }
                #expect(ended?.state.isFinal == true)
                #expect(try await catalog.at(98).lease(to: "w", for: 49, of: nil) == nil)
                #expect(try await catalog.at(98).lease(to: "w", for: 49, of: job.storyboard) == nil)
                _ = try await catalog.at(7).update(job.number) { $0.retry(now: $1) }
            }
        },
        CatalogContract("a job that waits is taken again when its time has come") { catalog async throws in
            let job = try await catalog.at(0).submit(Sample.request("film"))
            for outcome in [
                JobOutcome.wait(until: Sample.date(20)), .retry(reason: "The disk is away.", at: Sample.date(20)),
            ] {
                let held = try await catalog.at(20).lease(to: "w", for: 49, of: nil)
                #expect(held?.number == job.number)
                _ = try await catalog.update(job.number, attempt: held?.attempt ?? 0) { $0.finish(outcome, now: $1) }
                #expect(try await catalog.at(19.999).lease(to: "w", for: 49, of: nil) == nil)
            }
        },
        CatalogContract("a lease may name its storyboard, and then takes no other job") { catalog async throws in
            for text in ["a", "b"] { _ = try await catalog.at(0).submit(Sample.request(text)) }
            let held = try await catalog.at(1).lease(to: "w", for: 49, of: Sample.id("b"))
            #expect(held?.storyboard.rawValue == "b")
            #expect(try await catalog.at(1).lease(to: "w", for: 49, of: Sample.id("b")) == nil)
            #expect(try await catalog.at(1).lease(to: "w", for: 49, of: Sample.id("c")) == nil)
            #expect(try await catalog.job(of: Sample.id("a"))?.lease == nil)
        },
        CatalogContract("a lease that has run out is taken over, and its attempt changes nothing any more") {
            catalog async throws in
            let job = try await catalog.at(0).submit(Sample.request("film"))
            let first = try await catalog.lease(to: "killed", for: 10, of: nil)
            #expect(first?.attempt == 1 && first?.lease == Sample.lease("killed", until: 10))
            #expect(try await catalog.at(9.999).lease(to: "taker", for: 10, of: nil) == nil)
            let taken = try await catalog.at(10).lease(to: "taker", for: 10, of: nil)
            #expect(taken?.attempt == 2 && taken?.lease == Sample.lease("taker", until: 20))
            try await refuse(1, of: job.number, in: catalog)
            #expect(try await catalog.job(job.number) == taken)
        },
        CatalogContract("an attempt changes nothing after the next one of the same worker has begun") {
            catalog async throws in
            let job = try await catalog.at(0).submit(Sample.request("film"))
            _ = try await catalog.lease(to: "w", for: 10, of: nil)
            _ = try await catalog.update(job.number, attempt: 1) { $0.finish(.wait(until: $1), now: $1) }
            try await refuse(1, of: job.number, in: catalog)
            let next = try await catalog.lease(to: "w", for: 10, of: nil)
            #expect(next?.attempt == 2)
            try await refuse(1, of: job.number, in: catalog)
            #expect(try await catalog.job(job.number) == next)
        },
        CatalogContract("a lease is as long as it says by the catalog's clock, also for a worker with another one") {
            catalog async throws in
            _ = try await catalog.at(3_600).submit(Sample.request("film"))
            // What these workers take for the time is not asked: one would steal the lease, one would have none.
            let held = try await catalog.at(3_601).lease(to: "an hour behind", for: 10, of: nil)
            #expect(held?.lease == Sample.lease("an hour behind", until: 3_611))
            #expect(try await catalog.at(3_610).lease(to: "an hour ahead", for: 10, of: nil) == nil)
        },
        CatalogContract("progress is recorded by the attempt that has the lease alone") { catalog async throws in
            let job = try await catalog.at(0).submit(Sample.request("film"))
            _ = try await catalog.lease(to: "w", for: 10, of: nil)
            let progress: Job.Change = { $0.progress(completed: 3, total: 4, lastArrival: nil, now: $1) }
            #expect(try await catalog.heartbeat(job.number, attempt: 0, for: 10, progress) == nil)
            #expect(try await catalog.job(job.number)?.completedChapters == 0)
            let written = try await catalog.at(1).heartbeat(job.number, attempt: 1, for: 10, progress)
            #expect(written?.completedChapters == 3 && written?.totalChapters == 4)
            #expect(try await catalog.job(job.number) == written)
        },
        CatalogContract("a heartbeat keeps others out for longer") { catalog async throws in
            let job = try await catalog.at(0).submit(Sample.request("film"))
            _ = try await catalog.lease(to: "w", for: 10, of: nil)
            let beat = try await catalog.at(5).heartbeat(job.number, attempt: 1, for: 25) { _, _ in }
            #expect(beat?.lease == Sample.lease("w", until: 30))
            #expect(try await catalog.at(29).lease(to: "other", for: 70, of: nil) == nil)
            let other = try await catalog.at(30).lease(to: "other", for: 69, of: nil)
            #expect(other?.lease == Sample.lease("other", until: 99))
        },
    ]

    /// Checks that a catalog refuses every change of a job by an attempt that is not the current one.
    private static func refuse(_ attempt: Int, of number: JobNumber, in catalog: any Catalog) async throws {
        let before = try await catalog.job(number)
        #expect(try await catalog.heartbeat(number, attempt: attempt, for: 99) { _, _ in } == nil)
        #expect(
            try await catalog.heartbeat(number, attempt: attempt, for: 99) {
                $0.progress(completed: 9, total: 9, lastArrival: $1, now: $1)
            } == nil)
        #expect(try await catalog.update(number, attempt: attempt) { $0.finish(.complete, now: $1) } == nil)
        #expect(try await catalog.job(number) == before)
    }
}
