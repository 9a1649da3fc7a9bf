import Foundation
import MosaicFixtures
import Synchronization
import Testing

@testable import MosaicSystem

struct PixelExecutorTests {
    /// The name of the thread that asks.
    private static var threadName: String? { Thread.current.name }

    /// How much is done at a time.
    private final class Account: Sendable {
        let counts = Mutex((now: 0, most: 0, done: 0))

        func begin() {
            counts.withLock { counts in
                counts.now += 1
                counts.most = max(counts.most, counts.now)
            }
        }

        func end() {
            counts.withLock { counts in
                counts.now -= 1
                counts.done += 1
            }
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `no more is done at a time than there are threads, and everything is done`() async {
        let executor = PixelExecutor(limit: 3)
        let account = Account()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<300 {
                group.addTask(executorPreference: executor) {
                    account.begin()
                    usleep(100)
                    account.end()
                }
            }
        }
        let (_, most, done) = account.counts.withLock { $0 }
        #expect(most <= 3)
        #expect(done == 300)
    }

    @Test(.timeLimit(.minutes(1)))
    func `as many work at a time as workers were asked for`() async {
        let executor = PixelExecutor(limit: 1)
        executor.raiseLimit(to: 20)
        executor.raiseLimit(to: 2)
        let meeting = DispatchGroup()
        (0..<20).forEach { _ in meeting.enter() }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask(executorPreference: executor) {
                    // Nobody goes on before all are here.
                    meeting.leave()
                    Self.wait(for: meeting)
                }
            }
        }
    }

    @Test func `work is done on its threads alone`() async {
        let names = await PixelExecutor.shared.run { Self.threadName }
        #expect(names == PixelExecutor.threadName)
        #expect(Self.threadName != PixelExecutor.threadName)
    }

    private static func wait(for meeting: DispatchGroup) { meeting.wait() }
}
