import Mosaic
import Synchronization
import Testing

@testable import MosaicServer

struct KeyedSerialQueueTests {
    private struct Fault: Error {}

    private final class Counts: Sendable {
        let busy = Atomic<Int>(0)
        let done = Atomic<Int>(0)
    }

    private let film = StoryboardID(naming: "film")

    @Test func `runs work for one storyboard serially, also after failures`() async throws {
        let turns = KeyedSerialQueue<StoryboardID>()
        let counts = Counts()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                group.addTask { [film] in
                    try? await turns.take(film) {
                        #expect(counts.busy.wrappingAdd(1, ordering: .relaxed).newValue == 1)
                        await Task.yield()
                        counts.busy.wrappingSubtract(1, ordering: .relaxed)
                        counts.done.wrappingAdd(1, ordering: .relaxed)
                        if number.isMultiple(of: 3) { throw Fault() }
                    }
                }
            }
        }
        #expect(counts.done.load(ordering: .relaxed) == 100)
    }

    @Test func `one storyboard does not wait for another, and each gets its own answer`() async throws {
        let turns = KeyedSerialQueue<StoryboardID>()
        let (gate, opener) = AsyncStream.makeStream(of: Void.self)
        async let first = turns.take(film) {
            for await _ in gate {}
            return 1
        }
        let second = try await turns.take(StoryboardID(naming: "other")) { 2 }
        opener.finish()
        #expect(try await (first, second) == (1, 2))
        await #expect(throws: Fault.self) { try await turns.take(film) { throw Fault() } }
    }
}
