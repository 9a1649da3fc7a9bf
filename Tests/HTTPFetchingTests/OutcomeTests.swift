import Testing

@testable import HTTPFetching

@Suite struct OutcomeTests {
    private struct Failure: Error {}

    @Test func `returns an outcome that arrived before the wait, and ignores later ones`() async throws {
        let outcome = Outcome<Int>()
        outcome.settle(.success(1))
        outcome.settle(.success(2))
        #expect(try await outcome.value() == 1)
    }

    @Test func `a later outcome ends the wait`() async throws {
        let outcome = Outcome<Int>()
        let waiting = Task { try await outcome.value() }
        await Task.yield()
        outcome.settle(.failure(Failure()))
        await #expect(throws: Failure.self) { try await waiting.value }
    }

    @Test func `a cancelled task waits for nothing`() async {
        let waiting = Task { try await Outcome<Int>().value() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await Outcome<Int>().value()
        }
        await #expect(throws: CancellationError.self) { try await late.value }
    }
}
