import Mosaic
import MosaicFixtures
import NIOCore
import Testing

@testable import HTTPSemantics
@testable import MosaicLibrary
@testable import MosaicServer

struct ShelfTests {
    private func shelf(_ served: ServedLibrary, budget: Int = 1 << 20, freshness: Duration) -> Shelf {
        Shelf(library: served.library, budget: budget, readers: .anyone, freshness: freshness)
    }

    @Test func `a file is read once and then held`() async throws {
        let served = try await ServedLibrary()
        let shelf = shelf(served, freshness: .seconds(60))
        let first = try #require(try await shelf.document(.track, of: served.id))
        let second = try #require(try await shelf.document(.track, of: served.id))
        #expect(first === second)
        #expect(shelf.load == Shelf.Load(bytes: first.body.bytes.readableBytes, files: 1, hits: 1, misses: 1))
    }

    @Test func `another process's publication is seen once the store is asked again`() async throws {
        let served = try await ServedLibrary(chapters: 3)
        let (patient, careful) = (shelf(served, freshness: .seconds(60)), shelf(served, freshness: .zero))
        for shelf in [patient, careful] { #expect(try await shelf.edition(of: served.id)?.storyboard.tiles.count == 3) }
        try await served.compose(chapters: [1, 2, 3, 4])
        #expect(try await careful.edition(of: served.id)?.storyboard.tiles.count == 4)
        #expect(try await patient.edition(of: served.id)?.storyboard.tiles.count == 3)
        patient.forget(served.id)
        #expect(try await patient.edition(of: served.id)?.storyboard.tiles.count == 4)
    }

    @Test func `what is not changed is held however often the store is asked`() async throws {
        let served = try await ServedLibrary()
        let shelf = shelf(served, freshness: .zero)
        let first = try await shelf.document(.record, of: served.id)
        let second = try await shelf.document(.record, of: served.id)
        #expect(first != nil && first === second)
    }

    @Test func `what was removed is gone`() async throws {
        let served = try await ServedLibrary()
        let shelf = shelf(served, freshness: .zero)
        let sheet = try #require(try await served.storyboard().sheets.first).name
        #expect(try await shelf.sheet(sheet, of: served.id) != nil)
        #expect(try await shelf.document(.track, of: served.id) != nil)
        try await served.library.remove(served.id)
        #expect(try await shelf.sheet(sheet, of: served.id) == nil)
        #expect(try await shelf.document(.track, of: served.id) == nil)
        #expect(shelf.load.bytes == 0)
    }

    @Test func `a purge frees what is held`() async throws {
        let served = try await ServedLibrary()
        let shelf = shelf(served, freshness: .seconds(60))
        let held = try #require(try await shelf.document(.track, of: served.id)).body.bytes.readableBytes
        #expect(shelf.purge() == held)
        #expect(shelf.purge() == 0)
        #expect(try await shelf.document(.track, of: served.id) != nil)
    }

    @Test func `without a budget everything is served and nothing held`() async throws {
        let served = try await ServedLibrary()
        let shelf = shelf(served, budget: 0, freshness: .seconds(60))
        #expect(try await shelf.edition(of: served.id) != nil)
        #expect(shelf.load.files == 0)
    }

    @Test func `a file is current while the store need not be asked`() async throws {
        let served = try await ServedLibrary()
        let (patient, careful) = (shelf(served, freshness: .seconds(600)), shelf(served, freshness: .zero))
        for shelf in [patient, careful] {
            #expect(shelf.current("film/thumbnails.vtt") == nil)
            _ = try await shelf.document(.track, of: served.id)
        }
        #expect(patient.current("film/thumbnails.vtt") != nil && patient.current("film/mosaic.json") == nil)
        #expect(careful.current("film/thumbnails.vtt") == nil)
        patient.forget(served.id)
        #expect(patient.current("film/thumbnails.vtt") == nil)
    }

    @Test func `the store is asked again by one of those who look, before the time is over`() async throws {
        let served = try await ServedLibrary()
        let shelf = shelf(served, freshness: .seconds(4))
        _ = try await shelf.document(.track, of: served.id)
        try await Task.sleep(for: .milliseconds(2_100))
        #expect(shelf.current("film/thumbnails.vtt") == nil)
        try await served.compose(chapters: [1, 2])
        let file = try await shelf.document(.track, of: served.id)
        #expect(file?.body.bytes == ByteBuffer(bytes: try served.folder.read("library/film/thumbnails.vtt")))
        #expect(shelf.current("film/thumbnails.vtt") === file)
    }

    @Test func `what is made of a file is counted with it`() async throws {
        let served = try await ServedLibrary()
        let shelf = shelf(served, freshness: .seconds(60))
        let name = try #require(try await served.storyboard().sheets.first).name
        let sheet = try #require(try await shelf.sheet(name, of: served.id))
        let bytes = sheet.body.bytes.readableBytes
        #expect(shelf.load.bytes == bytes)
        for _ in 0..<2 {
            _ = try shelf.grid(in: sheet)
            #expect(shelf.load.bytes == 2 * bytes)
        }
        let record = try #require(try await shelf.document(.record, of: served.id))
        _ = try shelf.edition(in: record)
        #expect(shelf.load.bytes == 2 * (bytes + record.body.bytes.readableBytes))
        #expect(shelf.purge() == 2 * (bytes + record.body.bytes.readableBytes))
        _ = try shelf.grid(in: sheet)
        #expect(shelf.load.bytes == 0, "what is not held any more is not counted")
    }

    @Test func `who asks after something was forgotten gets what is there now`() async throws {
        let served = try await ServedLibrary(chapters: 3)
        let store = PausingStore(served.library.store)
        let library = StoryboardLibrary(store: store, catalog: served.library.catalog)
        let shelf = Shelf(library: library, budget: 1 << 20, readers: .anyone, freshness: .seconds(60))
        async let early = shelf.document(.track, of: served.id)
        await store.hasRead()
        try await served.compose(chapters: [1, 2, 3, 4])
        let track = ByteBuffer(bytes: try served.folder.read("library/film/thumbnails.vtt"))
        shelf.forget(served.id)
        // Who joined the early reading would wait for it.
        let end = Task {
            try? await Task.sleep(for: .seconds(20))
            store.goOn()
        }
        let late = try await shelf.document(.track, of: served.id)
        #expect(late?.body.bytes == track)
        end.cancel()
        await end.value
        #expect(try await early?.body.bytes != track)
        #expect(shelf.current("film/thumbnails.vtt") === late && late != nil)
    }

    @Test func `many who ask at a time for one file cause one reading`() async throws {
        let served = try await ServedLibrary()
        // The first reading ends while others have looked for the file and not found it: now and then, so many times.
        for _ in 0..<50 {
            let shelf = shelf(served, freshness: .seconds(60))
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<200 { group.addTask { try await shelf.document(.track, of: served.id) != nil } }
                for try await isThere in group { #expect(isThere) }
            }
            #expect(shelf.load.misses == 1)
        }
    }
}
