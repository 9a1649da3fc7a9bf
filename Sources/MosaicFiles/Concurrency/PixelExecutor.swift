import Foundation

/// The threads that decode, scale and encode pictures, wherever in the process a composition is started.
///
/// Nothing else runs on them: what waits for tiles, stages sheets or extends leases has threads of its own while all of
/// these are at a picture.
///
/// A thread begins and ends with the work. A system spreads new threads over its cores; one that slept may be woken on its
/// waker's core, and share that for milliseconds while another core has nothing to do.
package final class PixelExecutor: TaskExecutor {
    /// Those of this process: as many as there are cores, or as workers were asked for.
    package static let shared = PixelExecutor(limit: ProcessInfo.processInfo.activeProcessorCount)

    /// What its threads are called.
    static let threadName = "mosaic-pixels"

    private let threads: JobThreads

    init(limit: Int) { threads = JobThreads(named: Self.threadName, limit: limit, whenIdle: .ends) }

    package func enqueue(_ job: consuming ExecutorJob) { threads.add(UnownedJob(job), for: asUnownedTaskExecutor()) }

    /// Allows for as many threads as workers were asked for; never for fewer than before.
    package func raiseLimit(to workers: Int) { threads.raiseLimit(to: workers) }

    /// Whether more is to be done at a time than there are threads for, so that whoever works for long lets others in.
    package var isCrowded: Bool { threads.hasWaiting }

    /// Does something with pixels on one of the threads.
    package func run<Value, Failure: Error>(
        _ work: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await withTaskExecutorPreference(self, operation: work)
    }
}
