import Foundation
import Mosaic
import Testing

import MosaicLibrary

extension CatalogContract {
    static let changes = [
        CatalogContract("everything that a change may touch is stored") { catalog async throws in
            let job = try await catalog.at(0).submit(Sample.request("film"))
            var expected = job
            let change: @Sendable (inout Job) -> Void = { job in
                job.attempt = 8
                job.requestText = "{\"a\": \"ü🎬\"}"
                job.state = .processing
                job.completedChapters = 3
                job.totalChapters = 7
                job.failedAttempts = 2
                job.postponements = 3
                job.priority = .batch
                job.errorMessage = "It's \"away\"; 🎬"
                job.begun = Sample.date(1)
                job.updated = Sample.date(2)
                job.due = Sample.date(-3)
                job.lastArrival = Sample.date(4)
                job.lease = Sample.lease("worker/1", until: 5)
                job.displacedWorker = "worker/0"
                job.isWantedAgain = true
            }
            change(&expected)
            #expect(try await catalog.update(job.number, attempt: nil) { job, _ in change(&job) } == expected)
            #expect(try await catalog.job(job.number) == expected)
            #expect(try await catalog.update(job.number, attempt: 8) { changed, _ in changed = job } == job)
            #expect(try await catalog.job(job.number) == job)
        },
        CatalogContract("a change is made at the catalog's time") { catalog async throws in
            let job = try await catalog.at(0).submit(Sample.request("film"))
            _ = try await catalog.at(7).update(job.number) { $0.retry(now: $1) }
            #expect(try await catalog.job(job.number)?.begun == Sample.date(7))
            #expect(try await catalog.now() == Sample.date(7))
        },
        CatalogContract("a change that changes nothing is one, too") { catalog async throws in
            let job = try await catalog.at(0).submit(Sample.request("film"))
            #expect(try await catalog.update(job.number, attempt: nil) { _, _ in } == job)
        },
        CatalogContract("a change needs the job, and the lease of the attempt it names") { catalog async throws in
            let job = try await catalog.at(0).submit(Sample.request("film"))
            let cancel: Job.Change = { $0.cancel(now: $1) }
            #expect(try await catalog.update(JobNumber(rawValue: 99), attempt: nil, cancel) == nil)
            #expect(try await catalog.update(job.number, attempt: 0, cancel) == nil, "No attempt has begun.")
            _ = try await catalog.at(0).lease(to: "v", for: 9, of: nil)
            #expect(try await catalog.update(job.number, attempt: 2, cancel) == nil, "Another attempt has it.")
            #expect(try await catalog.job(job.number)?.state == .pending)
            #expect(try await catalog.update(job.number, attempt: nil, cancel)?.state == .cancelled)
            #expect(
                try await catalog.update(job.number, attempt: 1) { $0.finish(.complete, now: $1) } == nil)
        },
        CatalogContract("a worker whose lease has run out and that nobody followed may still end its work") {
            catalog async throws in
            let job = try await catalog.at(0).submit(Sample.request("film"))
            _ = try await catalog.at(0).lease(to: "w", for: 1, of: nil)
            let ended = try await catalog.at(50).update(job.number, attempt: 1) { $0.finish(.complete, now: $1) }
            #expect(ended?.state == .completed)
        },
    ]
}
