import Foundation
public import Mosaic
import MosaicSystem
public import Raster
import Synchronization

/// Works on the jobs of a library, one at a time. Several workers in several processes can share the jobs.
///
/// The worker leases a job and extends the lease while it works. When a worker is killed, its lease expires and another
/// worker takes over; an idle worker on the same machine detects the end of the process sooner.
public struct JobWorker: Sendable {
    /// Settings of a worker.
    public struct Settings: Sendable {
        /// Seconds until a lease expires, more than 1. The worker extends the lease after a third of that time.
        package var leaseLength = 30.0
        /// Maximum number of screenshots decoded at a time, 1 or more.
        public var workers = 1
        /// Limits on decoding a screenshot.
        public var limits = DecodingLimits()
        /// Secret that signs sheet URLs if a job's URL template contains a signature.
        package var sheetURLSecret: SheetURLSecret?
        /// Folders of clients' sources. A source below one of them is refused if a link leads out of the folder.
        package var roots = SourceRoots.none
        /// Limits and delays of retries after failures.
        package var retries = RetryDelays()
        /// Seconds until an idle worker polls again, unless the catalog signals a due job earlier.
        package var pause = 0.5

        /// The worker's own clock. Only differences of its times count; see ``LeasedJob/now``.
        var now: @Sendable () -> Date = { Date() }
        /// The clock for comparison with file times, in nanoseconds since 1970.
        var fileTime: @Sendable () -> Int64 = { FileStatus.now }
        var random: @Sendable () -> Double = { Double.random(in: 0..<1) }

        /// Creates settings: leases of 30 seconds, one screenshot at a time.
        public init() {}
    }

    /// When the worker stops.
    public enum End: Hashable, Sendable {
        /// When every job is completed, failed or cancelled.
        case idle
        /// When its task is cancelled.
        case cancelled
    }

    private let library: StoryboardLibrary
    private let name: String
    private let settings: Settings
    /// Runs the worker's tasks, which may wait for the disk; pixels are processed elsewhere.
    private let threads = BlockingExecutor(limit: 2, named: "mosaic-worker")
    private let backlog: JobBacklog

    /// Creates a worker with a new unique name.
    public init(library: StoryboardLibrary, settings: Settings = Settings()) {
        self.init(library: library, name: WorkerName.unique().rawValue, settings: settings)
    }

    /// Creates a worker with a name that no other worker ever had.
    package init(library: StoryboardLibrary, name: String, settings: Settings = Settings()) {
        self.library = library
        backlog = JobBacklog(of: library.catalog)
        self.name = name
        self.settings = settings
    }

    /// Works on jobs until `end`.
    ///
    /// - Parameters:
    ///   - end: Condition at which the worker stops.
    ///   - id: Storyboard whose job alone is leased; nil leases any job.
    ///   - report: Called for each event, from any thread.
    /// - Throws: With ``End/idle``: `unavailable` if the catalog does not answer, `CancellationError`. With
    ///   ``End/cancelled``: nothing; failures are reported and retried after a delay.
    public func run(
        until end: End, only id: StoryboardID? = nil, report: @escaping @Sendable (JobReport) -> Void = { _ in }
    ) async throws {
        try await withTaskExecutorPreference(threads) { try await work(until: end, only: id, report: report) }
    }

    private func work(
        until end: End, only id: StoryboardID?, report: @escaping @Sendable (JobReport) -> Void
    ) async throws {
        var lastSearch = ContinuousClock.now
        var failures = 0
        while !Task.isCancelled {
            do {
                // Subscribes before the search, so that no signal is missed in between.
                let wakeups = library.catalog.wakeups()
                let hasWorked = try await step(only: id, report: report)
                failures = 0
                if hasWorked { continue }
                if ContinuousClock.now - lastSearch >= .seconds(settings.leaseLength / 3) {
                    lastSearch = .now
                    if try await library.catalog.giveBackOrphans() > 0 { continue }
                }
                if end == .idle, try await isIdle(id) { return }
                try await pause(until: wakeups)
            } catch  where end == .cancelled {
                if Task.isCancelled { return }
                failures += 1
                report(.stuck(Self.sentence(for: error)))
                let failures = min(failures, Self.mostFailures)
                // Cancellation ends the sleep, and then the loop.
                try? await Task.sleep(
                    for: .seconds(settings.retries.delay(afterFailures: failures, random: settings.random())))
            }
        }
        if end == .idle { throw CancellationError() }
    }

    /// Waits for ``Settings/pause``, or until the catalog signals that a job may be due.
    private func pause(until wakeups: AsyncStream<Void>) async throws {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await Task.sleep(for: .seconds(settings.pause))
                return true
            }
            group.addTask {
                for await _ in wakeups { return true }
                return false
            }
            while let isOver = try await group.next(), !isOver {}
            group.cancelAll()
        }
    }

    /// Number of consecutive failures after which the delay no longer grows; by default 16 to 32 seconds then.
    private static let mostFailures = 5

    private static func sentence(for error: any Error) -> String {
        (error as? MosaicError)?.description ?? "It failed: \(type(of: error))."
    }

    /// Makes one attempt at a due job.
    ///
    /// - Returns: Whether a job was due.
    /// - Throws: `unavailable` if the catalog does not answer; `CancellationError`, after the lease was released.
    @discardableResult
    package func step(
        only id: StoryboardID? = nil, report: @escaping @Sendable (JobReport) -> Void = { _ in }
    ) async throws -> Bool {
        try Task.checkCancellation()
        guard let job = try await library.catalog.lease(to: name, for: settings.leaseLength, of: id) else {
            return false
        }
        report(.began(job))
        let leasedJob = LeasedJob(on: job, by: name, in: library.catalog, settings)
        let attempt = JobAttempt(
            library: library, lease: leasedJob, settings: settings, backlog: backlog, report: report)
        do {
            let outcome = try await leasedJob.keep { try await attempt.outcome() }
            report(.ended(try await leasedJob.finish(outcome), outcome))
        } catch is LeasedJob.Lost {
            report(.lost(job))
        } catch let error as CancellationError {
            _ = try? await leasedJob.finish(.wait(until: leasedJob.now))
            throw error
        }
        return true
    }

    /// Whether no job is unfinished that a worker composes, so that none becomes due without a new request.
    private func isIdle(_ id: StoryboardID?) async throws -> Bool {
        if let id { return try await library.catalog.job(of: id)?.state.isFinal ?? true }
        let counts = try await library.catalog.jobCounts()
        guard counts.allSatisfy({ state, count in state.isFinal || state == .pending || count == 0 }) else {
            return false
        }
        guard counts[.pending, default: 0] > 0 else { return true }
        return try await library.catalog.allJobs(in: .pending).allSatisfy(\.isLeftToPublish)
    }
}

/// An event of a worker.
public enum JobReport: Sendable {
    /// The worker leased a job.
    case began(Job)
    /// The worker composes a storyboard; reported for each screenshot.
    case composing(Job, CompositionProgress)
    /// The worker published a storyboard.
    case published(Job, Composition)
    /// The attempt ended; with the job after the attempt.
    case ended(Job, JobOutcome)
    /// The job was cancelled or another worker took over; the worker publishes nothing more.
    case lost(Job)
    /// The worker cannot continue, in most cases because the catalog does not answer. It tries again after a delay. The
    /// message is one sentence.
    case stuck(String)
}

/// Signals that a job may be due, to all workers of a process. The workers also poll.
package final class JobWakeups: Sendable {
    private struct State {
        var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
        var lastListener = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// Yields after each call of ``send()`` from now on; several calls before the next read count as one.
    package func stream() -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let number = state.withLock { state in
                state.lastListener += 1
                state.listeners[state.lastListener] = continuation
                return state.lastListener
            }
            continuation.onTermination = { [weak self] _ in
                _ = self?.state.withLock { $0.listeners.removeValue(forKey: number) }
            }
        }
    }

    /// Signals all listeners.
    package func send() {
        for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield() }
    }

    package var count: Int { state.withLock(\.listeners.count) }
}
