import Synchronization
import Testing

@testable import ScrubPreview

@Suite struct RetryPolicyTests {
    private struct Failure: Error {
        var isTransient = true
    }

    private final class Waits: Sendable {
        let all = Mutex<[Duration]>([])
    }

    private func run(attempts: Int, failures: Int, isTransient: Bool = true) async -> (tries: Int, waits: [Duration]) {
        let waits = Waits()
        var policy = RetryPolicy(attempts: attempts, firstDelay: .milliseconds(100))
        policy.sleep = { wait in waits.all.withLock { $0.append(wait) } }
        var tries = 0
        try? await policy.run {
            tries += 1
            if tries <= failures { throw Failure(isTransient: isTransient) }
        } isTransient: {
            ($0 as? Failure)?.isTransient == true
        }
        return (tries, waits.all.withLock { $0 })
    }

    @Test func `each wait is twice as long as the one before`() async {
        let (tries, waits) = await run(attempts: 4, failures: 10)
        #expect(tries == 4)
        #expect(waits == [.milliseconds(100), .milliseconds(200), .milliseconds(400)])
    }

    @Test func `a success ends it`() async {
        let (tries, waits) = await run(attempts: 4, failures: 1)
        #expect(tries == 2)
        #expect(waits == [.milliseconds(100)])
    }

    @Test func `a permanent error is not retried`() async {
        #expect(await run(attempts: 4, failures: 10, isTransient: false).tries == 1)
    }

    @Test(arguments: [Int.min, 0, 1]) func `at least one attempt is made`(attempts: Int) async {
        #expect(await run(attempts: attempts, failures: 10).tries == 1)
    }

    @Test func `no number of tries makes a wait longer than a minute`() async {
        #expect(await run(attempts: 300, failures: 400).waits.last == .seconds(60))
    }
}
