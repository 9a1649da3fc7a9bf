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

    /// A library that breaks at the n-th step, removals from the catalog among them.
    private func breaking(at step: Int) -> (StoryboardLibrary, FailingStore) {
        let store = FailingStore(shelf.library.store, at: step)
        let catalog = InterceptedCatalog(catalog: shelf.library.catalog, beforeRemoval: { try store.step() })
        return (StoryboardLibrary(store: store, catalog: catalog), store)
    }

    /// Composes a film of a job that is done.
    private func compose(_ film: StoryboardID) async throws {
        let catalog = shelf.library.catalog
        try await shelf.compose(film.rawValue)
        let job = try await catalog.submit(shelf.request(film.rawValue), now: date(2_000_000))
        _ = try await catalog.update(job.number, heldBy: nil) { $0.cancel(now: date(2_000_000)) }
    }

    private func isPublished(_ film: StoryboardID) -> Bool { shelf.folder.holds("library/\(film)/thumbnails.vtt") }

    @Test(arguments: [0, 60])
    func `wherever a removal breaks, everything is there, or collecting takes the rest`(keepingOld: Int) async throws {
        let film = shelf.id("film")
        try shelf.add(1...3, of: "film")
        var broke: Set<Bool> = []
        for step in 1...200 {
            try await compose(film)
            let (library, store) = breaking(at: step)
            let error = await code { try await library.remove(film, keepingOld: keepingOld, now: date(2_000_010)) }
            #expect((error != nil) == store.isBroken, "step \(step)")
            let isPublished = isPublished(film)
            for now in [2_000_020, 2_000_080] {
                try await shelf.library.collectRemoved(keepingOld: keepingOld, now: date(now))
            }
            #expect(try shelf.names() == (isPublished ? ["film"] : []), "step \(step)")
            #expect(try await (shelf.entry("film") != nil) == isPublished, "step \(step)")
            #expect(try await (shelf.library.catalog.job(of: film) != nil) == isPublished, "step \(step)")
            if isPublished { #expect(shelf.fault("film") == nil, "step \(step)") }
            guard store.isBroken else {
                #expect(broke == [true, false], "it broke before and after the track went")
                return
            }
            broke.insert(isPublished)
        }
        Issue.record("it breaks for ever")
    }

    @Test func `wherever the collection that finishes a removal breaks, the next one goes on`() async throws {
        let film = shelf.id("film")
        try shelf.add(1...3, of: "film")
        for step in 1...200 {
            try await compose(film)
            // A removal that is killed right behind the track.
            for removalStep in 1...200 where isPublished(film) {
                let (library, _) = breaking(at: removalStep)
                _ = await code { try await library.remove(film, keepingOld: 60, now: date(2_000_010)) }
            }
            #expect(try await shelf.library.storyboard(film) != nil)
            let (library, store) = breaking(at: step)
            for now in [2_000_020, 2_000_080] {
                _ = await code { try await library.collectRemoved(keepingOld: 60, now: date(now)) }
            }
            for now in [2_000_100, 2_000_160] {
                try await shelf.library.collectRemoved(keepingOld: 60, now: date(now))
            }
            #expect(try shelf.names().isEmpty, "step \(step)")
            #expect(try await shelf.entry("film") == nil, "step \(step)")
            #expect(try await shelf.library.catalog.job(of: film) == nil, "step \(step)")
            guard store.isBroken else {
                #expect(step > 10)
                return
            }
        }
        Issue.record("it breaks for ever")
    }

    @Test func `a job that was submitted after a removal broke outlives its collection`() async throws {
        let film = shelf.id("film")
        try shelf.add(1...3, of: "film")
        try await compose(film)
        for step in 1...200 where isPublished(film) {
            _ = await code { try await breaking(at: step).0.remove(film, now: date(2_000_010)) }
        }
        let job = try await shelf.library.catalog.submit(shelf.request("film"), now: date(2_000_011))
        #expect(job.state == .pending)
        try await shelf.library.collectRemoved(keepingOld: 0, now: date(2_000_020))
        #expect(try shelf.names().isEmpty)
        #expect(try await shelf.entry("film") == nil)
        #expect(try await shelf.library.catalog.job(of: film) == job)
        try await shelf.compose("film")
        #expect(shelf.fault("film") == nil)
    }

    @Test func `what is published anew after a removal broke is not taken with the rest of it`() async throws {
        let film = shelf.id("film")
        try shelf.add(1...3, of: "film")
        try await compose(film)
        for step in 1...200 where isPublished(film) {
            _ = await code { try await breaking(at: step).0.remove(film, keepingOld: 60, now: date(2_000_010)) }
        }
        try await shelf.compose("film", keepingOld: 60, now: 2_000_020)
        try await shelf.library.collectRemoved(keepingOld: 60, now: date(2_000_080))
        #expect(shelf.fault("film") == nil)
        #expect(try await shelf.entry("film") != nil)
        #expect(try shelf.names() == ["film"], "nothing of it is waited for any more")
    }
}
