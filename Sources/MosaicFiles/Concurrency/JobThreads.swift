import DequeModule
import Dispatch
import Synchronization

/// Jobs of a task executor that wait, and the threads that take them; a thread is started when a job finds none idle.
///
/// Not a queue of Dispatch, which on Linux starts no more than one thread a second while those that it has wait.
final class JobThreads: Sendable {
    /// What a thread does that finds no job.
    enum Idle {
        case waits, ends
    }

    /// Starts a thread of a name; whether the system had one left.
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

    /// Whether jobs wait for a thread.
    var hasWaiting: Bool { state.withLock { !$0.waiting.isEmpty } }

    /// Allows for that many threads at least.
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

    /// Lets idle threads end, and those at work when they have none left.
    func close() {
        for _ in 0..<state.withLock(\.threads) { arrivals.signal() }
    }

    /// Leaves the jobs to the threads that there are. Where the system has not given any, tasks do them on the threads that
    /// all tasks share: whoever waits for them would wait for ever.
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
            // Threads that wait find nothing only at the end.
            guard let next else { return }
            next.job.runSynchronously(on: next.executor)
        }
    }
}
