import Foundation
import Mosaic
import MosaicFiles
import Synchronization

/// A job under a worker's lease: extends the lease, records progress, and detects its loss.
///
/// A worker that was stopped for longer than its lease, as by SIGSTOP or a suspended machine, finds the job taken over. It
/// resumes the lease where its successors have only waited for it.
final class LeasedJob: Sendable {
    /// Another worker has the lease, or no worker has.
    struct Lost: Error {}

    /// Progress as last recorded in the catalog.
    struct Progress: Hashable, Sendable {
        var completed = 0
        var total: Int?
        /// Nil before the first arrival.
        var lastArrival: Date?
    }

    private struct State {
        var progress: Progress?
        var written: Progress?
        var extended: Date
    }

    /// Leases are extended here, where nothing else takes a thread for long.
    private static let heartbeats = DiskThreads(limit: 2, named: "mosaic-lease")
    /// Progress is not written more often than four times a second.
    private static let tick = Duration.milliseconds(250)

    /// The job as it was when it was taken.
    let job: Job
    private let worker: String
    private let catalog: any Catalog
    private let settings: JobWorker.Settings
    private let state: Mutex<State>

    init(on job: Job, by worker: String, in catalog: any Catalog, _ settings: JobWorker.Settings) {
        self.job = job
        self.worker = worker
        self.catalog = catalog
        self.settings = settings
        state = Mutex(State(extended: settings.now()))
    }

    /// What was noted last.
    var progress: Progress? { state.withLock { $0.progress } }

    /// Takes note of progress, which is written down with the next beat; from any thread.
    func note(_ change: (inout Progress) -> Void) {
        state.withLock { state in
            var progress = state.progress ?? Progress()
            change(&progress)
            state.progress = progress
        }
    }

    /// Does some work while the hold is extended.
    ///
    /// In a task that is cancelled the work says what comes of that: what was being published is published, and told of.
    /// - Throws: ``Lost``, whatever `work` throws.
    func keep<Result: Sendable>(
        during work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask { try await work() }
            group.addTask(executorPreference: Self.heartbeats) {
                do {
                    while true {
                        try await Task.sleep(for: Self.tick)
                        try await self.beat()
                    }
                } catch is CancellationError {
                    return nil
                }
            }
            defer { group.cancelAll() }
            while let result = try await group.next() {
                if let result { return result }
            }
            throw CancellationError()
        }
    }

    /// Makes sure that the job is still this worker's; waits while a successor finds out that it has to wait.
    ///
    /// - Throws: ``Lost``, `unavailable`, `CancellationError`.
    func confirm() async throws {
        while true {
            if try await extend() { return }
            if try await resume() { return }
            try await Task.sleep(for: Self.tick)
        }
    }

    /// Extends the lease and writes down progress; whether the lease is this worker's.
    private func extend() async throws -> Bool {
        let progress = progress
        let now = settings.now()
        let expiry = lease(at: now).expiry
        let held = try await catalog.recordProgress(job.number, heldBy: worker) { job in
            job.extend(until: expiry)
            if let progress { job.write(progress, now: now) }
        }
        guard held != nil else { return false }
        state.withLock { state in
            state.written = progress
            state.extended = now
        }
        return true
    }

    /// Takes back a lease that ran out; false while a successor holds it that may still give it back.
    ///
    /// - Throws: ``Lost`` where it was given up for good, `unavailable`.
    private func resume() async throws -> Bool {
        let now = settings.now()
        let lease = lease(at: now)
        let job = try await catalog.update(job.number, heldBy: nil) { $0.resume(lease, now: now) }
        if job?.lease?.worker == worker { return true }
        guard let job, !job.state.isFinal, job.displacedWorker == worker else { throw Lost() }
        return false
    }

    private func lease(at now: Date) -> JobLease {
        JobLease(worker: worker, expiry: now.addingTimeInterval(settings.leaseLength))
    }

    /// Ends the look, also in a task that was cancelled.
    ///
    /// - Returns: The job as it is now.
    /// - Throws: ``Lost``, `unavailable`.
    func finish(_ outcome: JobOutcome) async throws -> Job {
        // A catalog may do nothing for a task that is cancelled.
        if Task.isCancelled { return try await Task { try await write(outcome) }.value }
        return try await write(outcome)
    }

    private func write(_ outcome: JobOutcome) async throws -> Job {
        let progress = progress
        let now = settings.now()
        while true {
            let finished = try await catalog.update(job.number, heldBy: worker) { job in
                if let progress { job.write(progress, now: now) }
                job.finish(outcome, now: now)
            }
            if let finished { return finished }
            try await confirm()
        }
    }

    private func beat() async throws {
        let now = settings.now()
        let isDue = state.withLock { state in
            state.progress != state.written || now.timeIntervalSince(state.extended) >= settings.leaseLength / 3
        }
        guard isDue else { return }
        do {
            if try await !extend() { _ = try await resume() }
        } catch is MosaicError {
            // A catalog that does not answer for a moment is asked again, and before anything is published.
        }
    }
}

extension Job {
    fileprivate mutating func write(_ state: LeasedJob.Progress, now: Date) {
        progress(completed: state.completed, total: state.total, lastArrival: state.lastArrival, now: now)
    }
}
