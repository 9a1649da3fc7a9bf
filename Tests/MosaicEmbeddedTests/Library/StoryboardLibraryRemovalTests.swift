import CatalogContract
import Foundation
import MosaicFixtures
import Synchronization
import Testing
import Tiers

@testable import Mosaic
@testable import MosaicLibrary

struct StoryboardLibraryRemovalTests {
    private let shelf: Shelf
    private let film: StoryboardID

    init() throws {
        shelf = try Shelf()
        film = shelf.id("film")
    }

    private func date(_ seconds: Int) -> Date { Date(timeIntervalSince1970: TimeInterval(seconds)) }

    private func retired() async throws -> [String] {
        try await shelf.library.catalog.retired(until: .distantFuture, after: nil, limit: 99).map(\.id.rawValue)
    }

    @Test func `a removed storyboard is not found, and its sheets are deleted after their retention`() async throws {
        try shelf.add(1...3, of: "film")
        try await shelf.compose("film")
        let sheets = try await shelf.sheets("film")
        #expect(try await shelf.library.remove(film, keepingOld: 60, now: date(2_000_010)))
        #expect(try await shelf.entry("film") == nil)
        #expect(try await shelf.library.storyboard(film) == nil)
        #expect(try await shelf.library.track(film) == nil)
        #expect(try await shelf.library.wasRemoved(film))
        #expect(try await shelf.library.collect(keepingOld: 60, now: date(2_000_069)).isEmpty)
        #expect(try Set(shelf.names("film")).isSuperset(of: sheets))
        #expect(
            try await !shelf.library.remove(film, keepingOld: 60, now: date(2_000_050)), "there is nothing any more")
        #expect(try await shelf.library.collect(keepingOld: 60, now: date(2_000_070)) == [film])
        #expect(try shelf.names().isEmpty)
        #expect(try await retired().isEmpty)
        #expect(try await !shelf.library.wasRemoved(film))
    }

    @Test func `a removed storyboard is restored as it was, and only within its time`() async throws {
        try shelf.add(1...3, of: "film")
        try await shelf.compose("film")
        let before = try shelf.folder.contents(of: "library/film")
        try shelf.folder.makeFolder("library/film/screenshots")
        try shelf.folder.write([1, 2], to: "library/film/screenshots/ch1_4s.jpg", modified: 1_000_000)
        let entry = try #require(try await shelf.entry("film"))
        try await shelf.library.remove(film, keepingOld: 60, now: date(2_000_010))
        #expect(!shelf.folder.holds("library/film/screenshots"))
        #expect(try await shelf.library.restore(film, now: date(2_000_020)).tiles.count == 3)
        #expect(try shelf.folder.read("library/film/screenshots/ch1_4s.jpg") == [1, 2])
        try shelf.folder.remove("library/film/screenshots")
        #expect(try shelf.folder.contents(of: "library/film") == before)
        let restored = try #require(try await shelf.entry("film"))
        #expect(restored.tiles == entry.tiles && restored.title == entry.title && restored.bytes == entry.bytes)
        #expect(try await retired().isEmpty)
        #expect(await code { try await shelf.library.restore(film) } == .refused)
        try await shelf.library.remove(film, keepingOld: 60, now: date(2_000_030))
        try await shelf.library.collect(keepingOld: 60, now: date(2_000_090))
        #expect(await code { try await shelf.library.restore(film) } == .notFound)
        #expect(await code { try await shelf.library.restore(shelf.id("other")) } == .notFound)
        #expect(try shelf.names().isEmpty, "asking leaves nothing behind")
    }

    @Test func `a storyboard composed again replaces the removed one`() async throws {
        try shelf.add(1...3, of: "film")
        try await shelf.compose("film")
        try await shelf.library.remove(film, keepingOld: 60, now: date(2_000_010))
        try shelf.add(1...3, of: "film", drawing: 7)
        try await shelf.compose("film", keepingOld: 60, now: 2_000_020)
        #expect(await code { try await shelf.library.restore(film) } == .refused)
        try await shelf.library.collect(keepingOld: 60, now: date(2_000_070))
        #expect(shelf.fault("film") == nil)
        let sheets = try await shelf.sheets("film")
        #expect(try shelf.names("film") == (["mosaic.json", "thumbnails.vtt"] + sheets).sorted())
    }

    @Test func `purging also deletes superseded sheets at once and returns all locations`() async throws {
        try shelf.add(1...3, of: "film")
        try await shelf.compose("film")
        let first = try await shelf.sheets("film")
        try shelf.add(1...1, of: "film", drawing: 9)
        try await shelf.compose("film", now: 2_000_005)
        let second = try await shelf.sheets("film")
        let purged = try #require(try await shelf.library.purge(film))
        let names = Set(first + second + ["mosaic.json", "thumbnails.vtt"])
        #expect(purged.locations == names.map { "film/\($0)" }.sorted())
        #expect(try shelf.names().isEmpty)
        #expect(try await retired().isEmpty)
        #expect(try await shelf.library.purge(film) == nil)
    }

    @Test func `a storyboard that cannot be collected is reported and does not affect the others`() async throws {
        for id in ["a", "b", "c", "d"] {
            try shelf.add(1...2, of: id)
            try await shelf.compose(id)
            try await shelf.library.remove(shelf.id(id), keepingOld: 60, now: date(2_000_010))
        }
        let calls = Mutex(0)
        let catalog = InterceptedCatalog(
            catalog: shelf.library.catalog,
            beforeRemoval: {
                let call = calls.withLock { calls in
                    calls += 1
                    return calls
                }
                if call % 2 == 1 { throw MosaicError(.unavailable, "\(call)", "The disk does not answer.") }
            })
        let library = StoryboardLibrary(store: shelf.library.store, catalog: catalog)
        let error = await #expect(throws: MosaicError.self) {
            try await library.collect(keepingOld: 60, now: date(2_000_070))
        }
        #expect(error?.code == .unavailable && error?.subject == "1")
        #expect(try await retired() == ["a", "c"])
        try await shelf.library.collect(keepingOld: 60, now: date(2_000_070))
        #expect(try await retired().isEmpty)
        #expect(try shelf.names().isEmpty)
    }

    @Test(.thorough) func `the cost of collecting depends on expired storyboards, not on their total`() async throws {
        func counts(besides others: Int) async throws -> [String: Int] {
            let shelf = try Shelf()
            try shelf.add(1...3, of: "film")
            try await shelf.compose("film")
            try shelf.add(1...1, of: "film", drawing: 9)
            try await shelf.compose("film", now: 2_000_010)
            let journal = try shelf.folder.read("library/film/.mosaic-retired.json")
            for number in 0..<others {
                try shelf.folder.makeFolder("library/s\(number)")
                try shelf.folder.write(journal, to: "library/s\(number)/.mosaic-retired.json")
                try await shelf.library.catalog.noteRetired(shelf.id("s\(number)"), since: date(2_000_050))
            }
            let store = ObservedStore(shelf.library.store)
            let library = StoryboardLibrary(store: store, catalog: shelf.library.catalog)
            #expect(try await library.collect(keepingOld: 60, now: date(2_000_080)) == [film])
            #expect(shelf.fault("film") == nil && !shelf.folder.holds("library/film/.mosaic-retired.json"))
            return store.counts
        }
        let (few, many) = (try await counts(besides: 2), try await counts(besides: 1_000))
        #expect(few == many)
        // Its folder is asked twice for those of further widths; the library is never listed.
        #expect(many["list"] == 2 && many.values.reduce(0, +) < 40, "\(many)")
    }

    @Test func `a job that was submitted after a removal broke outlives its collection`() async throws {
        try shelf.add(1...3, of: "film")
        try await shelf.compose("film")
        for step in 1...200 where shelf.folder.holds("library/film/thumbnails.vtt") {
            let broken = StoryboardLibrary(
                store: FailingStore(shelf.library.store, at: step), catalog: shelf.library.catalog)
            _ = await code { try await broken.remove(film, keepingOld: 60, now: date(2_000_010)) }
        }
        let job = try await shelf.library.catalog.submit(shelf.request("film"))
        try await shelf.library.collect(keepingOld: 0, now: date(2_000_020))
        #expect(try shelf.names().isEmpty)
        #expect(try await shelf.entry("film") == nil)
        #expect(try await shelf.library.catalog.job(of: film) == job)
        try await shelf.compose("film")
        #expect(shelf.fault("film") == nil)
    }
}
