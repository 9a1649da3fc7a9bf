import CatalogContract
import Foundation
import MosaicFixtures
import Synchronization
import Testing
import WebVTT

@testable import Mosaic
@testable import MosaicLibrary

/// Interruptions of jobs: other workers, cancellation, and services that do not answer.
///
/// Serialized, because some tests hold a thread in the middle of a composition, and there are few.
@Suite(.serialized)
struct JobWorkerFaultTests {
    private let shop: Workshop

    init() throws { shop = try Workshop() }

    // MARK: Errors

    @Test func `a permanent error fails the job at once`() async throws {
        try shop.add(1, 2)
        try await shop.submit {
            $0.expected = .count(5)
            $0.duration = Timestamp(milliseconds: 15_000)
        }
        let status = try #require(try await shop.look()?.status)
        #expect(status.hasPrefix("FAILED duration: "))
    }

    @Test func `a source that a link out of its root replaces after its submission is refused`() async throws {
        try await shop.begin(1, 2)
        let root = try SourceRoots([shop.folder.path])
        let elsewhere = TemporaryFolder()
        for number in [1, 2] {
            try elsewhere.write(
                DrawnScreenshot(number: number).encoded, to: String(Workshop.file(number).dropFirst("shots/".count)))
        }
        try shop.folder.remove("shots")
        try FileManager.default.createSymbolicLink(
            atPath: shop.folder.path("shots"), withDestinationPath: elsewhere.path)
        let status = try #require(try await shop.look(shop.worker { $0.roots = root })?.status)
        #expect(status.hasPrefix("FAILED ") && status.contains("A link leads out of the root"))
        #expect(try await shop.library.storyboard(shop.id) == nil)
    }

    @Test func `a list that a link out of its root replaces is refused, and not shown`() async throws {
        try shop.add(1, 2)
        let (lists, elsewhere) = (try shop.folder.makeFolder("lists"), TemporaryFolder())
        try await shop.submit {
            $0.settle = 0
            $0.source.list = lists + "/times.csv"
        }
        try elsewhere.write(Array("a private line\n".utf8), to: "private")
        try FileManager.default.createSymbolicLink(
            atPath: lists + "/times.csv", withDestinationPath: elsewhere.path("private"))
        let root = try SourceRoots([lists])
        let status = try #require(try await shop.look(shop.worker { $0.roots = root })?.status)
        #expect(status.hasPrefix("FAILED times.csv: ") && status.contains("A link leads out of the root"))
        #expect(!status.contains("private line"))
    }

    @Test func `a transient error is retried later, and fails the job after the last attempt`() async throws {
        try await shop.begin(1, 2)
        let worker = shop.worker(in: FailingStore(shop.library.store, at: 1)) { $0.retries.maximumAttempts = 3 }
        for (attempts, delay) in [(1, 1.0), (2, 2)] {
            #expect(try await shop.look(worker)?.status == "PENDING")
            let job = try #require(try await shop.job)
            #expect(job.failedAttempts == attempts && job.errorMessage != nil && job.lease == nil)
            shop.pass(seconds: delay - 0.1)
            #expect(try await shop.look(worker) == nil)
            shop.pass(seconds: 0.1)
        }
        let status = try #require(try await shop.look(worker)?.status)
        #expect(status.hasPrefix("FAILED ") && status.hasSuffix(" It was tried 3 times."))
    }

    @Test func `waiting for another writer of the folder is not a failed attempt and has no limit`() async throws {
        try await shop.begin(1, 2)
        var lock: StoreLock? = try await shop.library.store.lock(ObjectKey(shop.id))
        for (count, delay) in zip(1..., [1.0, 2, 4, 8, 16, 30, 30, 30, 30, 30, 30, 30]) {
            #expect(try await shop.look()?.status == "PROCESSING 0/2")
            let job = try #require(try await shop.job)
            #expect(job.failedAttempts == 0 && job.postponements == count && job.lease == nil)
            #expect(job.errorMessage == "film: Another mosaic is writing into this folder.")
            shop.pass(seconds: delay - 0.1)
            #expect(try await shop.look() == nil)
            shop.pass(seconds: 0.1)
        }
        withExtendedLifetime(lock) {}
        lock = nil
        #expect(try await shop.look()?.status == "COMPLETED")
        let job = try #require(try await shop.job)
        #expect(job.failedAttempts == 0 && job.postponements == 0 && job.errorMessage == nil)
    }

    @Test(.timeLimit(.minutes(2)))
    func `a worker continues after any error`() async throws {
        struct Foreign: Error {}
        try await shop.begin(1)
        let failures = Mutex<[any Error]>([Foreign(), MosaicError(.unavailable, "catalog", "It is away."), Foreign()])
        let catalog = InterceptedCatalog(
            catalog: shop.library.catalog,
            beforeLease: { if let error = failures.withLock({ $0.popLast() }) { throw error } })
        let worker = shop.worker(over: catalog) {
            $0.retries.first = 0.01
            $0.pause = 0.01
        }
        let said = Noted<String>()
        let (ends, end) = AsyncStream.makeStream(of: JobOutcome.self)
        let work = Task {
            try await worker.run(until: .cancelled) { report in
                switch report {
                case .stuck(let reason): said.note(reason)
                case .ended(_, let outcome): end.yield(outcome)
                default: break
                }
            }
            // What it ended for is seen in what it said.
            end.finish()
        }
        for await outcome in ends {
            #expect(outcome == .complete)
            break
        }
        work.cancel()
        try await work.value
        #expect(said.all == ["It failed: Foreign.", "catalog: It is away.", "It failed: Foreign."])
        #expect(try await shop.status == "COMPLETED")
    }

    // MARK: Other workers

    @Test func `a job whose worker was killed is taken over when its lease runs out`() async throws {
        try await shop.begin(1)
        #expect(try await shop.library.catalog.lease(to: "dead", for: 30, of: nil) != nil)
        shop.pass(seconds: 29)
        #expect(try await shop.look() == nil)
        shop.pass(seconds: 1)
        #expect(try await shop.look()?.status == "COMPLETED")
    }

    #if os(Linux)
        @Test func `a job whose worker was killed on this machine is taken over by one that is there already`()
            async throws
        {
            try await shop.begin(1)
            // A name of this very process from before it was started.
            var parts = WorkerName.unique().rawValue.split(separator: ":").map(String.init)
            parts[3] = "1"
            let dead = parts.joined(separator: ":")
            #expect(try await shop.library.catalog.lease(to: dead, for: 30, of: nil) != nil)
            // The clock that holds run out by stands still.
            let worker = shop.worker {
                $0.leaseLength = 2
                $0.pause = 0.01
            }
            let work = Task { try await worker.run(until: .idle) }
            for _ in 0..<1_000 where try await shop.status != "COMPLETED" {
                try await Task.sleep(for: .milliseconds(50))
            }
            #expect(try await shop.status == "COMPLETED")
            work.cancel()
            _ = await work.result
        }
    #endif

    @Test func `a worker that loses its lease while composing does not publish`() async throws {
        try shop.add(1, 2, 3)
        let job = try await shop.submit { $0.settle = 0 }
        let lost = Noted<JobNumber>()
        let shop = shop
        try await shop.worker().step { report in
            switch report {
            case .composing(_, let progress) where progress.completed == 1:
                blocking {
                    _ = try await shop.library.catalog.update(job.number) { $0.cancel(now: $1) }
                }
            case .published, .ended: Issue.record("It went on.")
            case .lost(let job): lost.note(job.number)
            default: break
            }
        }
        #expect(lost.all == [job.number])
        #expect(try await shop.status == "FAILED The job was cancelled.")
        #expect(try await shop.library.storyboard(shop.id) == nil)
        #expect(try shop.folder.names(in: "library").filter { !$0.hasPrefix(".") }.isEmpty, "Nothing is left behind.")
    }

    @Test(.timeLimit(.minutes(2)))
    func `a worker stopped for longer than its lease publishes its storyboard once`() async throws {
        try await shop.begin(1, 2, 3)
        let shop = shop
        let isStopped = Mutex(false)
        let catalog = InterceptedCatalog(
            catalog: shop.library.catalog,
            beforeUpdate: { while isStopped.withLock(\.self) { try await Task.sleep(for: .milliseconds(5)) } })
        let (published, lost) = (Noted<String>(), Noted<String>())
        try await shop.worker("stopped", over: catalog).step { report in
            switch report {
            case .composing(_, let progress) where progress.completed == 1:
                isStopped.withLock { $0 = true }
                blocking {
                    for _ in 1...3 {
                        // The first of these finds the lease run out, and each that the folder is locked.
                        shop.pass(seconds: 31)
                        let look = try await shop.look(shop.worker("second"))
                        published.note(look?.status ?? "nothing to do")
                    }
                }
                isStopped.withLock { $0 = false }
            case .published: published.note("published")
            case .lost: lost.note("lost")
            default: break
            }
        }
        #expect(published.all == ["PROCESSING 0/3", "PROCESSING 0/3", "PROCESSING 0/3", "published"])
        #expect(lost.all.isEmpty)
        #expect(try await shop.shown == [1, 2, 3])
        // What had arrived meanwhile would be seen now.
        #expect(try await shop.look(shop.worker("second"))?.status == "COMPLETED")
        #expect(try await shop.job?.failedAttempts == 0)
    }

    @Test func `a submission while it composes is worked on next`() async throws {
        try await shop.begin(1, 2)
        let shop = shop
        try await shop.worker().step { report in
            guard case .composing(_, let progress) = report, progress.completed == 1 else { return }
            blocking {
                try await shop.submit {
                    $0.settle = 0
                    $0.settings.encoding.quality = 60
                }
            }
        }
        #expect(try await shop.status == "PENDING")
        #expect(try await shop.library.storyboard(shop.id)?.encoding.quality == 80)
        #expect(try await shop.look() == Look("COMPLETED", 2))
        #expect(try await shop.library.storyboard(shop.id)?.encoding.quality == 60)
    }

    @Test func `a cancelled worker gives its job back`() async throws {
        try await shop.begin(1, 2, 3)
        let shop = shop
        let (began, signal) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            try await shop.worker().run(until: .cancelled) { report in
                guard case .composing(_, let progress) = report, progress.completed == 1 else { return }
                signal.yield()
                // It composes on as soon as it is cancelled.
                while !Task.isCancelled { usleep(1_000) }
            }
        }
        for await _ in began { break }
        task.cancel()
        try await task.value
        let job = try #require(try await shop.job)
        #expect(job.lease == nil && job.isDue(now: shop.now) && job.failedAttempts == 0)
        #expect(try await shop.library.storyboard(shop.id) == nil)
        #expect(try await shop.look(shop.worker("second"))?.status == "COMPLETED")
    }

    @Test func `several workers share the jobs and do each once`() async throws {
        try shop.add(1, 2)
        let ids = (1...12).map { StoryboardID(naming: "film-\($0)") }
        for id in ids {
            var request = JobRequest(id: id, source: ScreenshotSource(folder: shop.folder.path("shots")))
            request.settle = 0
            _ = try await shop.library.catalog.submit(request)
        }
        let published = Noted<StoryboardID>()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...3 {
                let worker = shop.worker("worker \(number)")
                group.addTask {
                    try await worker.run(until: .idle) { report in
                        guard case .published(let job, _) = report else { return }
                        published.note(job.storyboard)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(published.all.map(\.rawValue).sorted() == ids.map(\.rawValue).sorted())
        #expect(try await shop.library.catalog.jobCounts()[.completed] == 12)
    }

    @Test func `a worker can run one job alone`() async throws {
        try await shop.begin(1)
        var other = shop.request { $0.settle = 0 }
        other = JobRequest(id: StoryboardID(naming: "other"), source: other.source)
        other.settle = 0
        _ = try await shop.library.catalog.submit(other)
        try await shop.worker().run(until: .idle, only: other.id)
        #expect(try await shop.status == "PENDING")
        #expect(try await shop.library.catalog.job(of: other.id)?.state == .completed)
    }
}
