import Foundation
import Mosaic
import Testing
import WebVTT

import MosaicLibrary

extension CatalogContract {
    static let submissions = [
        CatalogContract("a job comes back as it was submitted, by number and by storyboard") { catalog async throws in
            var request = try Sample.request("film")
            request.title = "Ünïcode 🎬 \"quoted\" \\ %"
            request.expected = .list([ExpectedChapters.Chapter(index: 1, time: .zero, title: "one\0two")])
            let job = try await catalog.at(1.234).submit(request)
            #expect(try job.request() == request)
            #expect(job.state == .pending)
            #expect(job.totalChapters == 1)
            #expect(job.created == Sample.date(1.234))
            #expect(job.due == Sample.date(1.234))
            #expect(try await catalog.job(job.number) == job)
            #expect(try await catalog.job(of: request.id) == job)
            #expect(try await catalog.status(of: request.id) == StoryboardStatus(entry: nil, job: job))
            #expect(try await catalog.jobs(JobQuery()) == [job])
        },
        CatalogContract("a time between two milliseconds is the same in the answer and in the catalog") {
            catalog async throws in
            let job = try await catalog.at(0.000_7).submit(Sample.request("film"))
            #expect(try await catalog.job(job.number) == job)
            let held = try await catalog.lease(to: "w", for: 1.000_3, of: nil)
            #expect(held?.number == job.number, "It is due at the moment it is submitted.")
            #expect(try await catalog.job(job.number) == held)
            let changed = try await catalog.at(0.999_99).update(job.number, attempt: 1) {
                $0.progress(completed: 1, total: nil, lastArrival: Sample.date(0.123_45), now: $1)
            }
            #expect(try await catalog.job(job.number) == changed)
        },
        CatalogContract("numbers count from 1 and are never used again") { catalog async throws in
            let first = try await catalog.at(0).submit(Sample.request("a"))
            let second = try await catalog.at(0).submit(Sample.request("b"))
            #expect(first.number.rawValue == 1)
            #expect(second.number.rawValue == 2)
            try await catalog.remove(Sample.id("b"))
            #expect(try await catalog.at(1).submit(Sample.request("b")).number.rawValue > 2)
        },
        CatalogContract("those who listen are told of jobs that are submitted or changed, or that nobody tells them") {
            catalog async throws in
            let changes: [@Sendable (any Catalog) async throws -> Void] = [
                { _ = try await $0.at(0).submit(Sample.request("film")) },
                { catalog in
                    let number = try #require(try await catalog.job(of: Sample.id("film"))).number
                    _ = try await catalog.at(1).update(number) { $0.wake(now: $1) }
                },
            ]
            for change in changes {
                var wakeups = catalog.wakeups().makeAsyncIterator()
                try await change(catalog)
                // An adapter that cannot tell ends the stream.
                _ = await wakeups.next()
            }
        },
        CatalogContract("a storyboard has one job, which the same request leaves as it is") { catalog async throws in
            let job = try await catalog.at(0).submit(Sample.request("film"))
            #expect(try await catalog.at(9).submit(Sample.request("film")) == job)
            #expect(try await catalog.jobs(JobQuery()) == [job])
        },
        CatalogContract("another request for the same storyboard changes its job as the job's rules say") {
            catalog async throws in
            let now = Sample.date(9)
            var job = try await catalog.at(0).submit(Sample.request("film"))
            let other = try Sample.request("film", interval: 2_000)
            try job.resubmit(other, now: now)
            #expect(try await catalog.at(9).submit(other) == job)
            #expect(try await catalog.job(job.number) == job)
            // While a worker is at it, it is wanted again.
            _ = try await catalog.lease(to: "w", for: 99, of: nil)
            let busy = try await catalog.at(10).submit(Sample.request("film", interval: 3_000))
            #expect(busy.isWantedAgain)
            #expect(busy.lease?.worker == "w")
            #expect(try await catalog.job(job.number) == busy)
        },
        CatalogContract("a submission raises the priority of a job that waits, and never lowers it") {
            catalog async throws in
            let request = try Sample.request("film")
            let job = try await catalog.at(0).submit(request, priority: .batch)
            #expect(job.priority == .batch)
            for (priority, expected) in [
                (JobPriority.batch, JobPriority.batch), (.interactive, .interactive), (.batch, .interactive),
            ] {
                let again = try await catalog.at(1).submit(request, priority: priority)
                #expect(again.priority == expected)
                #expect(try await catalog.job(job.number) == again)
            }
        },
        CatalogContract("the same request begins anew what failed or was cancelled") { catalog async throws in
            let request = try Sample.request("film")
            let job = try await catalog.at(0).submit(request)
            for number in 1...2 {
                let cancelled = try await catalog.at(1).update(job.number) { $0.cancel(now: $1) }
                #expect(cancelled?.state == .cancelled)
                let again = try await catalog.at(Double(number) + 1).submit(request)
                #expect(again.state == .pending)
                #expect(again.number == job.number)
                #expect(again.begun == Sample.date(Double(number) + 1))
                #expect(again.created == Sample.date(0))
                #expect(try await catalog.job(job.number) == again)
            }
        },
    ]
}
