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
    package init(limit: Int = DiskThreads.limit) { jobs = Jobs(limit: limit) }

    deinit { jobs.close() }

    package func enqueue(_ job: consuming ExecutorJob) { jobs.add(UnownedJob(job), for: asUnownedTaskExecutor()) }

    /// Jobs that wait, and the threads that take them; threads are started when the first ones find none idle.
    private final class Jobs: Sendable {
        private struct State {
            var waiting = WaitingLine<(job: UnownedJob, executor: UnownedTaskExecutor)>()
            var idle = 0
            var threads = 0
        }

        private let limit: Int
        private let state = Mutex(State())
        private let arrivals = DispatchSemaphore(value: 0)

        init(limit: Int) { self.limit = limit }

        func add(_ job: UnownedJob, for executor: UnownedTaskExecutor) {
            let startsThread = state.withLock { state in
                state.waiting.append((job, executor))
                guard state.idle < state.waiting.count, state.threads < limit else { return false }
                state.threads += 1
                return true
            }
            arrivals.signal()
            if startsThread { Thread { self.work() }.start() }
        }

        func close() {
            for _ in 0..<state.withLock(\.threads) { arrivals.signal() }
        }

        private func work() {
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
