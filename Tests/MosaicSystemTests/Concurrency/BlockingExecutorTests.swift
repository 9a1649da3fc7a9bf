import Foundation
import Synchronization
import Testing

@testable import MosaicSystem

struct BlockingExecutorTests {
    @Test(.timeLimit(.minutes(1)))
    func `as many as there are threads wait for the disk at a time`() async throws {
        let threads = BlockingExecutor()
        let waiting = BlockingExecutor.limit
        let meeting = DispatchGroup()
        (0..<waiting).forEach { _ in meeting.enter() }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<waiting {
                group.addTask(executorPreference: threads) {
                    // Nobody goes on before all are here, each on a thread of its own.
                    meeting.leave()
                    Self.wait(for: meeting)
                }
            }
        }
    }

    @Test func `more than there are threads wait their turn`() async {
        let threads = BlockingExecutor()
        let sum = await withTaskGroup(of: Int.self) { group in
            for number in 0..<10_000 { group.addTask(executorPreference: threads) { number } }
            return await group.reduce(0, +)
        }
        #expect(sum == 49_995_000)
    }

    @Test(.timeLimit(.minutes(1)))
    func `where the system has no thread left, the work is done all the same`() async {
        let threads = BlockingExecutor(ThreadPool(named: "none", limit: 2, whenIdle: .waits) { _, _ in false })
        for _ in 0..<2 {
            let sum = await withTaskGroup(of: Int.self) { group in
                for number in 0..<100 { group.addTask(executorPreference: threads) { number } }
                return await group.reduce(0, +)
            }
            #expect(sum == 4_950)
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `where the system gives fewer threads, those do all the work`() async {
        let left = Mutex(1)
        let jobs = ThreadPool(named: "few", limit: 4, whenIdle: .waits) { name, work in
            let mayStart = left.withLock { left in
                left -= 1
                return left >= 0
            }
            return mayStart && SystemThread.start(named: name, work)
        }
        let threads = BlockingExecutor(jobs)
        let sum = await withTaskGroup(of: Int.self) { group in
            for number in 0..<1_000 { group.addTask(executorPreference: threads) { number } }
            return await group.reduce(0, +)
        }
        #expect(sum == 499_500)
    }

    private static func wait(for meeting: DispatchGroup) { meeting.wait() }
}
