import Foundation
import Synchronization

/// Threads for what waits for a disk, so that neither an event loop nor a thread that all tasks share ever does; and for
/// workers, which get a core sooner on a new thread than on one that slept.
///
/// Not a queue of Dispatch, which on Linux starts no more than one thread a second while those that it has wait.
package final class DiskThreads: TaskExecutor {
    /// The most threads, unless told otherwise: as many as a disk or a network file system has use for at a time.
    package static let limit = 16

    private let jobs: Jobs

    /// Threads for as much at a time; none is started before there is work.
    package convenience init(limit: Int = DiskThreads.limit) {
        self.init(limit: limit) { work in Thread { work() }.start() }
    }

    /// - Parameter start: Starts a thread, and does not tell whether the system had one left.
    init(limit: Int, start: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
        jobs = Jobs(limit: limit, start: start)
    }

    deinit { jobs.close() }

    package func enqueue(_ job: consuming ExecutorJob) { jobs.add(UnownedJob(job), for: asUnownedTaskExecutor()) }

    /// Jobs that wait, and the threads that take them; threads are started when the first ones find none idle.
    private final class Jobs: Sendable {
        private struct State {
            var waiting = WaitingLine<(job: UnownedJob, executor: UnownedTaskExecutor)>()
            var idle = 0
            var threads = 0
            /// Whether one of the threads was seen at work.
            var hasBegun = false
            /// Whether it will be looked whether one is.
            var isWatched = false
            /// How long the first thread may take to begin; no more time is given to another one.
            var patience = DispatchTimeInterval.seconds(1)
        }

        private let limit: Int
        private let start: @Sendable (@escaping @Sendable () -> Void) -> Void
        private let state = Mutex(State())
        private let arrivals = DispatchSemaphore(value: 0)

        init(limit: Int, start: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
            self.limit = limit
            self.start = start
        }

        func add(_ job: UnownedJob, for executor: UnownedTaskExecutor) {
            let (startsThread, patience) = state.withLock { state in
                state.waiting.append((job, executor))
                let patience = state.hasBegun || state.isWatched ? nil : state.patience
                if patience != nil { state.isWatched = true }
                guard state.idle < state.waiting.count, state.threads < limit else { return (false, patience) }
                state.threads += 1
                return (true, patience)
            }
            arrivals.signal()
            if startsThread { start(work) }
            if let patience { DispatchQueue.global().asyncAfter(deadline: .now() + patience, execute: standIn) }
        }

        /// Works in the place of threads of which none has begun: where a process may have no more, starting one fails
        /// without a word, and whoever waits for it would wait for ever.
        @Sendable private func standIn() {
            while true {
                let next = state.withLock { state in
                    let next = state.hasBegun ? nil : state.waiting.takeFirst()
                    state.isWatched = next != nil
                    if next != nil { state.patience = .seconds(0) }
                    return next
                }
                guard let next else { return }
                next.job.runSynchronously(on: next.executor)
            }
        }

        func close() {
            for _ in 0..<state.withLock(\.threads) { arrivals.signal() }
        }

        @Sendable private func work() {
            state.withLock { $0.hasBegun = true }
            while true {
                state.withLock { $0.idle += 1 }
                arrivals.wait()
                let next = state.withLock { state -> (job: UnownedJob, executor: UnownedTaskExecutor)? in
                    state.idle -= 1
                    return state.waiting.takeFirst()
                }
                // Nothing is there only for the signals of the end.
                guard let next else { return }
                next.job.runSynchronously(on: next.executor)
            }
        }
    }
}
