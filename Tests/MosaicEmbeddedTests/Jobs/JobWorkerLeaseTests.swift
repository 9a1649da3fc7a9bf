import Foundation
import MosaicFixtures
import Testing

@testable import Mosaic
@testable import MosaicLibrary
@testable import MosaicSystem

/// Leases of workers that have something to do all the time.
@Suite(.serialized)
struct JobWorkerLeaseTests {
    private static let leaseLength = 2.0
    /// One more than pictures can be worked on at a time by threads that all tasks share.
    private static let films = (0...ProcessInfo.processInfo.activeProcessorCount).map { "film-\($0)" }

    private let shop: Workshop

    init() throws { shop = try Workshop(hasSystemClock: true) }

    /// The state of the films' jobs while all their workers were busy.
    private enum Sight {
        case extended, neverBusy, notExtended(String)
    }

    @Test(.timeLimit(.minutes(4)))
    func `leases are extended and progress is reported while every worker is busy`() async throws {
        try shop.add(1, 2, 3, 4)
        for film in Self.films {
            var request = shop.request { $0.settle = 0 }
            request = JobRequest(id: StoryboardID(naming: film), source: request.source)
            request.settle = 0
            _ = try await shop.library.catalog.submit(request)
        }
        let (busy, gate) = (Noted<StoryboardID>(), DispatchSemaphore(value: 0))
        let lost = Noted<StoryboardID>()
        let observer = BlockingExecutor(limit: 1)
        defer { withExtendedLifetime(observer) {} }
        let watching = Task(executorPreference: observer) { [shop] in
            let sight = try await Self.watch(shop.library.catalog, busy)
            for _ in Self.films { gate.signal() }
            return sight
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            PixelExecutor.shared.raiseLimit(to: Self.films.count)
            for film in Self.films {
                let worker = shop.worker(film) { $0.leaseLength = Self.leaseLength }
                group.addTask {
                    _ = try await worker.step { report in
                        switch report {
                        // The first one is noted.
                        case .composing(let job, let progress) where progress.completed == 2:
                            busy.note(job.storyboard)
                            // As a picture does that takes long.
                            gate.wait()
                        case .lost(let job): lost.note(job.storyboard)
                        default: break
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let sight = try await watching.value
        guard case .extended = sight else { throw Failed(sight: "\(sight)") }
        #expect(lost.all.isEmpty)
        #expect(try await shop.library.catalog.jobCounts()[.completed] == Self.films.count)
    }

    private struct Failed: Error { let sight: String }

    /// Waits until all workers are busy, and then until each lease was extended by twice its length and progress was
    /// reported.
    private static func watch(_ catalog: any Catalog, _ busy: Noted<StoryboardID>) async throws -> Sight {
        guard try await wait(until: { busy.all.count == films.count }) else { return .neverBusy }
        let begun = Date()
        for film in films {
            var job: Job?
            let isExtended = try await wait {
                job = try await catalog.job(of: StoryboardID(naming: film))
                guard let job, let lease = job.lease else { return false }
                return lease.expiry > begun.addingTimeInterval(2 * leaseLength) && job.completedChapters > 0
            }
            guard isExtended else { return .notExtended("\(film): \(String(describing: job))") }
        }
        return .extended
    }

    /// Asks again and again, on the caller's thread; whether it came true within a minute.
    private static func wait(until isSo: () async throws -> Bool) async throws -> Bool {
        let end = ContinuousClock.now + .seconds(60)
        while try await !isSo() {
            guard ContinuousClock.now < end else { return false }
            usleep(20_000)
        }
        return true
    }
}
