import DequeModule
import Dispatch
import Foundation
import Synchronization

/// The queue of a task executor's jobs and the threads that run them; a thread is started when a job finds none idle.
///
/// Not a Dispatch queue: on Linux Dispatch starts at most one thread a second while its threads are blocked.
final class ThreadPool: Sendable {
    /// The behaviour of an idle thread.
    enum Idle {
        case waits, ends
    }

    /// Starts a thread of a name; returns false where the system has no thread left.
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

    /// Raises the limit to at least that many threads.
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

    /// Ends idle threads, and busy ones when the queue is empty.
    func close() {
        for _ in 0..<state.withLock(\.threads) { arrivals.signal() }
    }

    /// Gives up on a thread that the system refused. Without any thread, the jobs run on the cooperative pool, because
    /// tasks that wait for them would wait forever.
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
            // Only a closed queue returns nothing to a waiting thread.
            guard let next else { return }
            next.job.runSynchronously(on: next.executor)
        }
    }
}

/// Threads for work that waits for the disk, so that neither event loops nor the cooperative pool wait.
package final class BlockingExecutor: TaskExecutor {
    /// The default number of threads: as many requests as a disk or a network file system serves at a time.
    package static let limit = 16

    private let threads: ThreadPool

    /// At most `limit` threads; none is started before there is work.
    ///
    /// - Parameter name: The threads' name in debuggers, at most 15 bytes.
    package convenience init(limit: Int = BlockingExecutor.limit, named name: String = "mosaic-disk") {
        self.init(ThreadPool(named: name, limit: limit, whenIdle: .waits))
    }

    init(_ threads: ThreadPool) { self.threads = threads }

    deinit { threads.close() }

    package func enqueue(_ job: consuming ExecutorJob) { threads.add(UnownedJob(job), for: asUnownedTaskExecutor()) }
}

/// Runs work that waits for the disk on dedicated threads, so that other tasks continue.
package enum BlockingWork {
    package static let threads = BlockingExecutor()

    /// Runs all work concurrently: a file system flushes several files in hardly more time than one.
    ///
    /// - Throws: The first error of any.
    package static func run(_ work: [@Sendable () throws -> Void]) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for item in work { group.addTask(executorPreference: threads) { try item() } }
            try await group.waitForAll()
        }
    }
}

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
