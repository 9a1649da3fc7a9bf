import Mosaic
import MosaicLibrary
import Synchronization

/// Wakes the jobs whose screenshots lie in a bucket when objects in it change.
final class BucketNotificationHandler: Sendable {
    /// Waits until a time.
    typealias Sleep = @Sendable (ContinuousClock.Instant) async throws -> Void

    /// The result for the events of a notification.
    struct Outcome: Hashable, Sendable {
        /// Storyboards whose folders have changed, with jobs or not.
        var changed: [StoryboardID] = []
        /// Storyboards whose jobs are woken, now or within a second.
        var woken = 0
        /// Events that concern no job.
        var ignored = 0
    }

    /// How often a wake to come is tried where the catalog does not answer; the job is looked at later anyway.
    private static let attempts = 5

    private let catalog: any Catalog
    private let root: BucketAddress
    private let now: @Sendable () -> ContinuousClock.Instant
    private let sleep: Sleep
    private let debounce = Mutex(WakeDebounce())

    /// - Parameter root: The folder in the bucket that has a folder for each id.
    init(
        catalog: any Catalog, root: BucketAddress, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        sleep: @escaping Sleep = { try await Task.sleep(until: $0) }
    ) {
        self.catalog = catalog
        self.root = root
        self.now = now
        self.sleep = sleep
    }

    /// Wakes the jobs that events concern.
    ///
    /// - Throws: `unavailable`; the sender repeats the notification.
    func wake(for events: [BucketEvent]) async throws -> Outcome {
        var outcome = Outcome()
        var counts: [StoryboardID: Int] = [:]
        for event in events {
            guard let id = event.storyboard(below: root) else {
                outcome.ignored += 1
                continue
            }
            if counts[id] == nil { outcome.changed.append(id) }
            counts[id, default: 0] += 1
        }
        var jobs: [StoryboardID: Job] = [:]
        for job in try await catalog.jobs(of: outcome.changed) where isConcerned(job) { jobs[job.storyboard] = job }
        for id in outcome.changed {
            guard let job = jobs[id] else {
                outcome.ignored += counts[id] ?? 0
                continue
            }
            outcome.woken += 1
            switch debounce.withLock({ $0.admit(id, at: now()) }) {
            case .now: try await wake(job.number)
            case .later(let time): Task { try await wake(job.number, of: id, at: time) }
            case .covered: break
            }
        }
        return outcome
    }

    /// Whether a job reads the screenshots in the folder of its storyboard's id.
    private func isConcerned(_ job: Job) -> Bool {
        guard job.state != .cancelled, let source = try? job.request().source else { return false }
        return source.bucketAddress == root.appending(ObjectKey(job.storyboard))
    }

    private func wake(_ number: JobNumber) async throws {
        _ = try await catalog.update(number) { $0.notify(now: $1) }
    }

    private func wake(_ number: JobNumber, of id: StoryboardID, at time: ContinuousClock.Instant) async throws {
        try await sleep(time)
        debounce.withLock { $0.fire(id, at: now()) }
        for _ in 1..<Self.attempts {
            do {
                return try await wake(number)
            } catch {
                try await sleep(now() + WakeDebounce.interval)
            }
        }
        try await wake(number)
    }
}
