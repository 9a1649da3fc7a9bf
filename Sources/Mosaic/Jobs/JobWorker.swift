import Foundation
public import Raster

/// Works on the jobs of a library, one at a time; several workers in several processes share them.
///
/// It takes hold of a job for a while and extends that as long as it works. A worker that is killed leaves its hold to run
/// out, and another one takes over: sooner on the same machine, where one that has nothing to do finds out.
public struct JobWorker: Sendable {
    /// How a worker works.
    public struct Settings: Sendable {
        /// Seconds that a hold lasts without being extended, which happens after each third of it; more than 1.
        public var leaseLength = 30.0
        /// How many screenshots are decoded at a time; at least 1.
        public var workers = 1
        /// What a screenshot may cost to decode.
        public var limits = DecodingLimits()
        /// When what failed is tried again.
        public var retries = RetryDelays()
        /// Seconds until a worker that found nothing to do looks for jobs again.
        public var pause = 0.5

        var now: @Sendable () -> Date = { Date() }
        /// The clock that files' times are compared with, in nanoseconds since 1970.
        var fileTime: @Sendable () -> Int64 = { FileStatus.now }
        var random: @Sendable () -> Double = { Double.random(in: 0..<1) }

        /// A hold of half a minute, one screenshot at a time.
        public init() {}
    }

    /// When a worker goes home.
    public enum End: Hashable, Sendable {
        /// When every job is completed, failed or cancelled.
        case idle
        /// When its task is cancelled.
        case cancelled
    }

    private let library: StoryboardLibrary
    private let name: String
    private let settings: Settings

    /// Makes a worker.
    ///
    /// - Parameter name: Unique among all workers that ever were.
    public init(library: StoryboardLibrary, name: String, settings: Settings = Settings()) {
        self.library = library
        self.name = name
        self.settings = settings
    }

    /// Works until the end.
    ///
    /// - Parameters:
    ///   - id: Works on the job of this storyboard alone; nil takes any.
    ///   - report: Called from any thread.
    /// - Throws: With ``End/idle``: `unavailable` where the catalog does not answer, `CancellationError`. With
    ///   ``End/cancelled`` nothing: a catalog that does not answer is asked again.
    public func run(
        until end: End, only id: StoryboardID? = nil, report: @escaping @Sendable (JobReport) -> Void = { _ in }
    ) async throws {
        var lastSearch = ContinuousClock.now
        while !Task.isCancelled {
            do {
                if try await step(only: id, report: report) { continue }
                if ContinuousClock.now - lastSearch >= .seconds(settings.leaseLength / 3) {
                    lastSearch = .now
                    if try await library.catalog.giveBackOrphans(now: settings.now()) > 0 { continue }
                }
                if end == .idle, try await isIdle(id) { return }
                try await Task.sleep(for: .seconds(settings.pause))
            } catch let error as MosaicError where end == .cancelled {
                report(.stuck(error.description))
                // Cancellation ends the loop.
                try? await Task.sleep(
                    for: .seconds(settings.retries.delay(afterFailures: 1, random: settings.random())))
            } catch  where end == .cancelled && Task.isCancelled {
                return
            }
        }
        if end == .idle { throw CancellationError() }
    }

    /// Takes one look at a job that is due.
    ///
    /// - Returns: Whether there was one.
    /// - Throws: `unavailable` where the catalog does not answer; `CancellationError`, and the job is anybody's again.
    @discardableResult
    public func step(
        only id: StoryboardID? = nil, report: @escaping @Sendable (JobReport) -> Void = { _ in }
    ) async throws -> Bool {
        try Task.checkCancellation()
        let now = settings.now()
        let lease = JobLease(worker: name, expiry: now.addingTimeInterval(settings.leaseLength))
        guard let job = try await library.catalog.lease(lease, of: id, now: now) else { return false }
        report(.began(job))
        let hold = JobHold(on: job, by: name, in: library.catalog, settings)
        let look = JobLook(library: library, hold: hold, settings: settings, report: report)
        do {
            let outcome = try await hold.keep { try await look.outcome() }
            report(.ended(try await hold.finish(outcome), outcome))
        } catch is JobHold.Lost {
            report(.lost(job))
        } catch let error as CancellationError {
            _ = try? await hold.finish(.wait(until: settings.now()))
            throw error
        }
        return true
    }

    /// Whether nothing is left that somebody may have to work on, now or later.
    private func isIdle(_ id: StoryboardID?) async throws -> Bool {
        if let id { return try await library.catalog.job(of: id)?.state.isFinal ?? true }
        let counts = try await library.catalog.jobCounts()
        return counts.allSatisfy { state, count in state.isFinal || count == 0 }
    }
}
