import DequeModule
import Dispatch
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
