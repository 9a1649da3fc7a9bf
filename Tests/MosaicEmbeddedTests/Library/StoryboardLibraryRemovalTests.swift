import Foundation
import MosaicFixtures
import Testing

@testable import Mosaic

struct StoryboardLibraryRemovalTests {
    private let shelf: Shelf

    init() throws { shelf = try Shelf() }

    private func date(_ seconds: Int) -> Date { Date(timeIntervalSince1970: TimeInterval(seconds)) }

    @Test func `one that cannot be read keeps none of the others from being collected, and is told of`() async throws {
        for id in ["a", "b", "c", "d"] {
            try shelf.add(1...2, of: id)
            try await shelf.compose(id)
            #expect(try await shelf.library.remove(shelf.id(id), keepingOld: 60, now: date(2_000_010)))
        }
        let error = await #expect(throws: MosaicError.self) {
            try await shelf.library.collectRemoved(keepingOld: 60, now: date(2_000_070)) { id in
                if ["a", "c"].contains(id.rawValue) {
                    throw MosaicError(.unavailable, id.rawValue, "The disk does not answer.")
                }
                return false
            }
        }
        #expect(error?.code == .unavailable && error?.subject == "a")
        #expect(try shelf.folder.names(in: "library/.mosaic-removed") == ["a", "c"])
        try await shelf.library.collectRemoved(keepingOld: 60, now: date(2_000_070))
        #expect(try shelf.names().isEmpty)
    }

    @Test func `wherever the first composition broke, what was removed is collected when its time is over`()
        async throws
    {
        let film = shelf.id("film")
        try shelf.add(1...3, of: "film")
        for step in 1...200 {
            let failing = FailingStore(shelf.library.store, at: step)
            let broken = StoryboardLibrary(store: failing, catalog: shelf.library.catalog)
            let error = await code { try await shelf.compose("film", in: broken) }
            #expect((error != nil) == failing.isBroken, "step \(step)")
            try await shelf.library.remove(film, keepingOld: 60, now: date(2_000_010))
            try await shelf.library.collectRemoved(keepingOld: 60, now: date(2_000_070))
            #expect(try shelf.names().isEmpty, "step \(step)")
            guard failing.isBroken else {
                #expect(step > 10)
                return
            }
        }
        Issue.record("it breaks for ever")
    }
}
