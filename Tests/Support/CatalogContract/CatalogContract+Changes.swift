import Foundation
import Mosaic
import Testing

import MosaicLibrary

extension CatalogContract {
    static let changes = [
        CatalogContract("everything that a change may touch is stored") { catalog async throws in
            let job = try await catalog.submit(Sample.request("film"), now: Sample.date(0))
            var expected = job
            let change: @Sendable (inout Job) -> Void = { job in
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
            #expect(try await catalog.update(job.number, heldBy: nil, change) == expected)
            #expect(try await catalog.job(job.number) == expected)
            let back: @Sendable (inout Job) -> Void = { $0 = job }
            #expect(try await catalog.update(job.number, heldBy: "worker/1", back) == job)
            #expect(try await catalog.job(job.number) == job)
        },
        CatalogContract("a change that changes nothing is one, too") { catalog async throws in
            let job = try await catalog.submit(Sample.request("film"), now: Sample.date(0))
            #expect(try await catalog.update(job.number, heldBy: nil) { _ in } == job)
        },
        CatalogContract("a change needs the job, and the lease of the worker it names") { catalog async throws in
            let job = try await catalog.submit(Sample.request("film"), now: Sample.date(0))
            let cancel: @Sendable (inout Job) -> Void = { $0.cancel(now: Sample.date(1)) }
            #expect(try await catalog.update(JobNumber(rawValue: 99), heldBy: nil, cancel) == nil)
            #expect(try await catalog.update(job.number, heldBy: "w", cancel) == nil, "Nobody holds it.")
            _ = try await catalog.lease(Sample.lease("v", until: 9), of: nil, now: Sample.date(0))
            #expect(try await catalog.update(job.number, heldBy: "w", cancel) == nil, "Another worker holds it.")
            #expect(try await catalog.job(job.number)?.state == .pending)
            #expect(try await catalog.update(job.number, heldBy: nil, cancel)?.state == .cancelled)
            #expect(
                try await catalog.update(job.number, heldBy: "v") { $0.finish(.complete, now: Sample.date(2)) } == nil)
        },
        CatalogContract("a worker whose lease has run out and that nobody followed may still end its work") {
            catalog async throws in
            let job = try await catalog.submit(Sample.request("film"), now: Sample.date(0))
            _ = try await catalog.lease(Sample.lease("w", until: 1), of: nil, now: Sample.date(0))
            let ended = try await catalog.update(job.number, heldBy: "w") { $0.finish(.complete, now: Sample.date(50)) }
            #expect(ended?.state == .completed)
        },
    ]
}
