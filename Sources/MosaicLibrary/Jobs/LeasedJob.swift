import Foundation
import Mosaic
import MosaicSystem
import Synchronization

/// A job under a worker's lease: extends the lease, records progress, and detects its loss.
///
/// A worker that was stopped for longer than its lease, as by SIGSTOP or a suspended machine, finds the job leased to
/// another one. It resumes its lease where its successors have only postponed the job.
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
        /// The number of the attempt; another one after the lease was resumed.
        var attempt: Int
        /// When the lease was last extended, by the worker's clock.
        var extended: Date
        /// Seconds by which the catalog's clock is ahead of the worker's.
        var lead: TimeInterval
    }

    /// Threads that only extend leases, so that no other work delays that.
    private static let heartbeats = BlockingExecutor(limit: 2, named: "mosaic-lease")
    /// Progress is recorded at most four times a second.
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

    /// The lead of the catalog's clock when it set the expiry of a lease; nil without one.
    private static func lead(of job: Job, _ settings: JobWorker.Settings) -> TimeInterval? {
        job.lease.map { $0.expiry.addingTimeInterval(-settings.leaseLength).timeIntervalSince(settings.now()) }
    }

    /// The last noted progress.
    var progress: Progress? { state.withLock { $0.progress } }

    /// Notes progress, which is recorded with the next heartbeat; from any thread.
    func note(_ change: (inout Progress) -> Void) {
        state.withLock { state in
            var progress = state.progress ?? Progress()
            change(&progress)
            state.progress = progress
        }
    }

    /// Runs work while the lease is extended.
    ///
    /// After cancellation the work decides its own end: a publication that has begun is completed and recorded.
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

    /// Checks that the lease is still this worker's; waits while a successor is about to postpone the job.
    ///
    /// - Throws: ``Lost``, `unavailable`, `CancellationError`.
    func confirm() async throws {
        while true {
            if try await extend() { return }
            if try await resume() { return }
            try await Task.sleep(for: Self.tick)
        }
    }

    /// Extends the lease and records progress; false where the lease is lost.
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

    /// Resumes an expired lease; false while a successor has the lease and may still postpone the job.
    ///
    /// - Throws: ``Lost`` where the job was taken over, `unavailable`.
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
    /// - Returns: The job after it.
    /// - Throws: ``Lost``, `unavailable`.
    func finish(_ outcome: JobOutcome) async throws -> Job {
        // A catalog may do nothing for a cancelled task.
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
            // Where the catalog does not answer for a moment, the next heartbeat asks again, and so does the check
            // before publishing.
        }
    }
}

extension Job {
    fileprivate mutating func write(_ state: LeasedJob.Progress, now: Date) {
        progress(completed: state.completed, total: state.total, lastArrival: state.lastArrival, now: now)
    }
}

extension LeasedJob {
    /// Between polls of a job that another worker has leased.
    private static let pause = Duration.milliseconds(200)

    /// Submits a request and leases its job, in any state; waits while another worker has the lease.
    ///
    /// - Parameter worker: A name that was never used before.
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
                // The storyboard was removed with its job in the meantime.
                job = try await catalog.submit(request, priority: .batch)
            }
        }
    }

    /// Makes a job due where no worker has leased it.
    private static func free(_ job: Job, in catalog: any Catalog) async throws {
        if job.lease != nil {
            // The lease of a killed worker ends at once.
            try await catalog.giveBackIfOrphan(job)
        } else {
            // A job that is final or waits for its next attempt begins anew.
            _ = try await catalog.update(job.number) { job, now in
                if job.lease == nil, !job.isDue(now: now) { job.retry(now: now) }
            }
        }
    }

    /// Returns the job unchanged, also in a cancelled task.
    func giveBack() async { _ = try? await finish(.wait(until: now)) }
}
