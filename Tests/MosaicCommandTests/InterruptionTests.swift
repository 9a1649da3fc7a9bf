import CommandSupport
import Foundation
import Testing

/// Signals reach the whole process, so that one test at a time sends them.
@Suite(.serialized) struct InterruptionTests {
    @Test func `a signal cancels work that has just begun, also the next work of a process`() async {
        for number in repeatElement(SIGTERM, count: 300) + [SIGINT] {
            let error = await #expect(throws: CancellationError.self) {
                try await Interruption.cancelling {
                    kill(getpid(), number)
                    try await Task.sleep(for: .seconds(60))
                }
            }
            guard error != nil else { return }
        }
    }

    @Test func `work that no signal reaches gives its result`() async throws {
        #expect(try await Interruption.cancelling { 7 } == 7)
    }
}
