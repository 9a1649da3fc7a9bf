import DequeModule
import Dispatch
import Foundation
import Synchronization

/// The job queue of a task executor, and the threads that run the jobs. A thread is started when a job finds no idle
/// thread and the limit allows another one.
///
/// This is not a Dispatch queue, because on Linux Dispatch starts at most one thread a second while its threads are
/// blocked.
final class ThreadPool: Sendable {
    /// The behaviour of an idle thread.
    enum Idle {
        case waits, ends
    }

    /// Starts a thread with a name; returns `false` if the system cannot start another thread.
    typealias Start = @Sendable (_ name: String, _ work: @escaping @Sendable () -> Void) -> Bool

    private struct State {
        var waiting = Deque<(job: UnownedJob, executor: UnownedTaskExecutor)>()
        var limit: Int
        var idle = 0
        var threads = 0
    }

    private let name: String
    private let whenIdle: Idle
    private let start: Start
    private let state: Mutex<State>
    private let arrivals = DispatchSemaphore(value: 0)

    init(
        named name: String, limit: Int, whenIdle: Idle, start: @escaping Start = { SystemThread.start(named: $0, $1) }
    ) {
        self.name = name
        self.whenIdle = whenIdle
        self.start = start
        state = Mutex(State(limit: limit))
    }

    /// Whether jobs are queued.
    var hasWaiting: Bool { state.withLock { !$0.waiting.isEmpty } }

    /// Raises the maximum number of threads to at least `count`.
    func raiseLimit(to count: Int) { state.withLock { $0.limit = max($0.limit, count) } }

    func add(_ job: UnownedJob, for executor: UnownedTaskExecutor) {
        let startsThread = state.withLock { state in
            state.waiting.append((job, executor))
            guard state.idle < state.waiting.count, state.threads < state.limit else { return false }
            state.threads += 1
            return true
        }
        if startsThread, !start(name, { self.work() }) { giveUpThread() }
        if whenIdle == .waits { arrivals.signal() }
    }

    /// Ends idle threads now, and busy threads when the queue is empty.
    func close() {
        for _ in 0..<state.withLock(\.threads) { arrivals.signal() }
    }

    /// Handles a thread that the system refused to start. If no thread exists, the queued jobs run on the cooperative
    /// pool. Otherwise tasks would wait for them forever.
    private func giveUpThread() {
        let stranded = state.withLock { state in
            state.threads -= 1
            var stranded: [UnownedJob] = []
            while state.threads == 0, let next = state.waiting.popFirst() { stranded.append(next.job) }
            return stranded
        }
        for job in stranded { globalConcurrentExecutor.enqueue(ExecutorJob(job)) }
    }

    private func work() {
        while true {
            state.withLock { $0.idle += 1 }
            if whenIdle == .waits { arrivals.wait() }
            let next = state.withLock { state -> (job: UnownedJob, executor: UnownedTaskExecutor)? in
                state.idle -= 1
                if let next = state.waiting.popFirst() { return next }
                state.threads -= 1
                return nil
            }
            // A waiting thread finds no job only if the pool was closed, or if the job moved to the cooperative pool.
            guard let next else { return }
            next.job.runSynchronously(on: next.executor)
        }
    }
}

/// Threads for work that blocks on the disk, so that it blocks neither event loops nor the cooperative pool.
package final class BlockingExecutor: TaskExecutor {
    /// The default number of threads: about the number of requests that a disk or a network file system serves
    /// concurrently.
    package static let limit = 16

    /// The executor of this process for disk work.
    package static let shared = BlockingExecutor()

    private let threads: ThreadPool

    /// Creates an executor of at most `limit` threads. The first one is started with the first job.
    ///
    /// - Parameter name: The threads' name in debuggers, at most 15 bytes.
    package convenience init(limit: Int = BlockingExecutor.limit, named name: String = "mosaic-disk") {
        self.init(ThreadPool(named: name, limit: limit, whenIdle: .waits))
    }

    init(_ threads: ThreadPool) { self.threads = threads }

    deinit { threads.close() }

    package func enqueue(_ job: consuming ExecutorJob) { threads.add(UnownedJob(job), for: asUnownedTaskExecutor()) }

    /// Runs all items concurrently: a file system flushes several files in hardly more time than one.
    ///
    /// - Throws: The first error of any item.
    package func run(_ work: [@Sendable () throws -> Void]) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for item in work { group.addTask(executorPreference: self) { try item() } }
            try await group.waitForAll()
        }
    }
}

/// The threads that read the headers of pictures, and decode, scale and encode pictures, for all compositions of the
/// process.
///
/// Waiting for tiles, staging sheets and extending leases use other threads, so that they continue while all pixel
/// threads are busy.
///
/// A thread ends when no job is queued. Systems distribute new threads over the cores. They may wake a sleeping thread
/// on the core of its waker instead, and leave it there for milliseconds while another core is idle.
package final class PixelExecutor: TaskExecutor {
    /// The executor of this process. It starts at most one thread for each core, or for each requested worker if these
    /// are more.
    package static let shared = PixelExecutor(limit: ProcessInfo.processInfo.activeProcessorCount)

    static let threadName = "mosaic-pixels"

    private let threads: ThreadPool

    init(limit: Int) { threads = ThreadPool(named: Self.threadName, limit: limit, whenIdle: .ends) }

    package func enqueue(_ job: consuming ExecutorJob) { threads.add(UnownedJob(job), for: asUnownedTaskExecutor()) }

    /// Raises the maximum number of threads to `workers`; never lowers it.
    package func raiseLimit(to workers: Int) { threads.raiseLimit(to: workers) }

    /// Whether jobs are queued that no thread runs yet, so that long work should yield.
    package var isCrowded: Bool { threads.hasWaiting }

    /// Runs pixel work on one of the executor's threads.
    package func run<Value, Failure: Error>(
        _ work: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await withTaskExecutorPreference(self, operation: work)
    }
}
