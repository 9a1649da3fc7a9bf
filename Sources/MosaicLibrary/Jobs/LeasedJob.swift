import Foundation
import Mosaic
import MosaicSystem
import Synchronization

/// A job that a worker has leased: extends the lease, records progress, and detects the loss of the lease.
///
/// A worker that was suspended for longer than its lease, for example by SIGSTOP, finds the job leased to another
/// worker. It resumes its lease if its successors have only postponed the job.
final class LeasedJob: Sendable {
    /// The lease is lost: another worker took over, or the job is final or removed.
    struct Lost: Error {}

    /// The progress of an attempt, which heartbeats record in the catalog.
    struct Progress: Hashable, Sendable {
        var completed = 0
        var total: Int?
        /// Time of the last arrival; nil before the first.
        var lastArrival: Date?
    }

    private struct State {
        var progress: Progress?
        var written: Progress?
        /// Number of the attempt; changes when the lease is resumed.
        var attempt: Int
        /// Time of the last extension of the lease, by the worker's clock.
        var extended: Date
        /// Seconds by which the catalog's clock is ahead of the worker's.
        var lead: TimeInterval
    }

    /// Threads that only extend leases, so that no other work delays the heartbeats.
    private static let heartbeats = BlockingExecutor(limit: 2, named: "mosaic-lease")
    /// Interval of heartbeats; progress is recorded at most four times a second.
    private static let tick = Duration.milliseconds(250)

    /// The job when it was leased.
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
        state = Mutex(
            State(attempt: job.attempt, extended: settings.now(), lead: Self.lead(of: job, settings) ?? 0))
    }

    /// The catalog's time, without asking it: the worker's clock, and the difference of the two at the last extension.
    var now: Date { settings.now().addingTimeInterval(state.withLock { $0.lead }) }

    /// Seconds by which the catalog's clock was ahead when it set the lease's expiry; nil without a lease.
    private static func lead(of job: Job, _ settings: JobWorker.Settings) -> TimeInterval? {
        job.lease.map { $0.expiry.addingTimeInterval(-settings.leaseLength).timeIntervalSince(settings.now()) }
    }

    /// The last noted progress.
    var progress: Progress? { state.withLock { $0.progress } }

    /// Notes progress, which the next heartbeat records. May be called from any thread.
    func note(_ change: (inout Progress) -> Void) {
        state.withLock { state in
            var progress = state.progress ?? Progress()
            change(&progress)
            state.progress = progress
        }
    }

    /// Runs `work`, and extends the lease until it ends.
    ///
    /// Cancellation does not interrupt `work` by force: a publication that has begun is completed and recorded.
    /// - Throws: ``Lost``, errors of `work`.
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

    /// Checks that this worker still has the lease. Waits while a successor may still postpone the job.
    ///
    /// - Throws: ``Lost``, `unavailable`, `CancellationError`.
    func confirm() async throws {
        while true {
            if try await extend() { return }
            if try await resume() { return }
            try await Task.sleep(for: Self.tick)
        }
    }

    /// Extends the lease and records progress; returns false if the lease is lost.
    private func extend() async throws -> Bool {
        let (progress, attempt) = state.withLock { ($0.progress, $0.attempt) }
        let now = settings.now()
        let held = try await catalog.heartbeat(job.number, attempt: attempt, for: settings.leaseLength) { job, now in
            if let progress { job.write(progress, now: now) }
        }
        guard let held else { return false }
        state.withLock { state in
            state.written = progress
            state.extended = now
            state.lead = Self.lead(of: held, settings) ?? state.lead
        }
        return true
    }

    /// Resumes an expired lease. Returns false while a successor has the lease and may still postpone the job.
    ///
    /// - Throws: ``Lost`` if another worker took over, or the job is final or removed; `unavailable`.
    private func resume() async throws -> Bool {
        let (worker, length) = (worker, settings.leaseLength)
        let job = try await catalog.update(job.number) { job, now in
            job.resume(JobLease(worker: worker, expiry: now.addingTimeInterval(length)), now: now)
        }
        if let job, job.lease?.worker == worker {
            state.withLock { $0.attempt = job.attempt }
            return true
        }
        guard let job, !job.state.isFinal, job.displacedWorker == worker else { throw Lost() }
        return false
    }

    /// Ends the attempt, also in a cancelled task.
    ///
    /// - Returns: The job after the attempt.
    /// - Throws: ``Lost``, `unavailable`.
    func finish(_ outcome: JobOutcome) async throws -> Job {
        // A catalog may ignore calls from a cancelled task.
        if Task.isCancelled { return try await Task { try await write(outcome) }.value }
        return try await write(outcome)
    }

    private func write(_ outcome: JobOutcome) async throws -> Job {
        while true {
            let (progress, attempt) = state.withLock { ($0.progress, $0.attempt) }
            let finished = try await catalog.update(job.number, attempt: attempt) { job, now in
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
            // The catalog may be unavailable for a moment: the next heartbeat tries again, and so does the check before
            // publishing.
        }
    }
}

extension Job {
    fileprivate mutating func write(_ state: LeasedJob.Progress, now: Date) {
        progress(completed: state.completed, total: state.total, lastArrival: state.lastArrival, now: now)
    }
}

extension LeasedJob {
    /// Interval between polls of a job that another worker has leased.
    private static let pause = Duration.milliseconds(200)

    /// Submits a request and leases its job, in any state. Waits while another worker has the lease.
    ///
    /// - Parameter worker: Unique name of the worker.
    /// - Throws: `unavailable`, `CancellationError`.
    static func take(_ request: JobRequest, in catalog: any Catalog, by worker: String) async throws -> LeasedJob {
        let settings = JobWorker.Settings()
        var job = try await catalog.submit(request, priority: .batch)
        while true {
            try await free(job, in: catalog)
            if let held = try await catalog.lease(to: worker, for: settings.leaseLength, of: request.id) {
                return LeasedJob(on: held, by: worker, in: catalog, settings)
            }
            try await Task.sleep(for: pause)
            if let known = try await catalog.job(of: request.id) {
                job = known
            } else {
                // The storyboard and its job were removed in the meantime.
                job = try await catalog.submit(request, priority: .batch)
            }
        }
    }

    /// Makes the job due unless a running worker has leased it.
    private static func free(_ job: Job, in catalog: any Catalog) async throws {
        if job.lease != nil {
            // Releases the lease of a killed worker at once.
            try await catalog.giveBackIfOrphan(job)
        } else {
            // Restarts a job that is final or waits for its next attempt.
            _ = try await catalog.update(job.number) { job, now in
                if job.lease == nil, !job.isDue(now: now) { job.retry(now: now) }
            }
        }
    }

    /// Releases the lease without another change, also in a cancelled task.
    func giveBack() async { _ = try? await finish(.wait(until: now)) }
}
