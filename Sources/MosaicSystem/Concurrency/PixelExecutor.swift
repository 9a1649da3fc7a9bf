import Foundation

/// The threads that decode, scale and encode pictures, for all compositions of the process.
///
/// No other work runs on them: waiting for tiles, staging sheets and extending leases have threads of their own, so
/// that they continue while all of these are busy.
///
/// A thread begins and ends with its work. Systems distribute new threads over the cores, but may wake a sleeping
/// thread on its waker's core, and leave it there for milliseconds while another core is idle.
package final class PixelExecutor: TaskExecutor {
    /// The executor of this process: as many threads as cores, or as requested workers.
    package static let shared = PixelExecutor(limit: ProcessInfo.processInfo.activeProcessorCount)

    /// The threads' name.
    static let threadName = "mosaic-pixels"

    private let threads: ThreadPool

    init(limit: Int) { threads = ThreadPool(named: Self.threadName, limit: limit, whenIdle: .ends) }

    package func enqueue(_ job: consuming ExecutorJob) { threads.add(UnownedJob(job), for: asUnownedTaskExecutor()) }

    /// Raises the limit to the requested workers; never lowers it.
    package func raiseLimit(to workers: Int) { threads.raiseLimit(to: workers) }

    /// Whether more jobs are queued than there are threads, so that long work should yield.
    package var isCrowded: Bool { threads.hasWaiting }

    /// Runs pixel work on one of the threads.
    package func run<Value, Failure: Error>(
        _ work: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await withTaskExecutorPreference(self, operation: work)
    }
}
