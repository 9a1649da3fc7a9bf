import Foundation
import MosaicFixtures
import NIOCore
import Testing

@testable import Mosaic
@testable import MosaicLibrary
@testable import MosaicServer

struct DocumentCacheTests {
    private func cache(_ served: ServedLibrary, budget: Int = 1 << 20, freshness: Duration) -> DocumentCache {
        DocumentCache(library: served.library, budget: budget, readers: .anyone, freshness: freshness)
    }

    @Test func `a file is read once and then held`() async throws {
        let served = try await ServedLibrary()
        let cache = cache(served, freshness: .seconds(60))
        let first = try #require(try await cache.document(.track, of: served.id))
        let second = try #require(try await cache.document(.track, of: served.id))
        #expect(first === second)
        #expect(cache.load == FileCache.Load(bytes: first.body.bytes.readableBytes, files: 1, hits: 1, misses: 1))
    }

    @Test func `another process's publication is seen once the store is asked again`() async throws {
        let served = try await ServedLibrary(chapters: 3)
        let (patient, careful) = (cache(served, freshness: .seconds(60)), cache(served, freshness: .zero))
        for cache in [patient, careful] {
            #expect(try await cache.snapshot(of: served.id)?.storyboard.tiles.count == 3)
        }
        try await served.compose(chapters: [1, 2, 3, 4])
        #expect(try await careful.snapshot(of: served.id)?.storyboard.tiles.count == 4)
        #expect(try await patient.snapshot(of: served.id)?.storyboard.tiles.count == 3)
        patient.invalidate(served.id)
        #expect(try await patient.snapshot(of: served.id)?.storyboard.tiles.count == 4)
    }

    /// A cache that always asks a store whose clock shows this time, in nanoseconds since 1970.
    private func cache(_ served: ServedLibrary, at now: Int64) -> DocumentCache {
        let store = FolderStore(path: served.folder.path("library"), tellsCase: nil, now: { now })
        let library = StoryboardLibrary(store: store, catalog: served.library.catalog)
        return DocumentCache(library: library, budget: 1 << 20, readers: .anyone, freshness: .zero)
    }

    @Test func `reads a recently written file again, and keeps the unchanged document`() async throws {
        let served = try await ServedLibrary()
        let cache = cache(served, at: 0)
        let first = try #require(try await cache.document(.record, of: served.id))
        #expect(try await cache.document(.record, of: served.id) === first)
        #expect(cache.load.misses == 2 && cache.load.files == 1)
    }

    @Test func `a file of another version is read again, also with its former length and time`() async throws {
        let served = try await ServedLibrary()
        let cache = cache(served, at: .max / 2)
        let path = served.folder.path("library/film/thumbnails.vtt")
        let first = try #require(try await cache.document(.track, of: served.id))
        #expect(try await cache.document(.track, of: served.id) === first && cache.load.misses == 1)
        let date = try #require(try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date)
        var bytes = try served.folder.read("library/film/thumbnails.vtt")
        bytes[bytes.count - 1] = UInt8(ascii: " ")
        try Data(bytes).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
        #expect(try await cache.document(.track, of: served.id)?.body.bytes == ByteBuffer(bytes: bytes))
    }

    @Test func `a removed storyboard leaves the cache`() async throws {
        let served = try await ServedLibrary()
        let cache = cache(served, freshness: .zero)
        let sheet = try #require(try await served.storyboard().sheets.first).name
        #expect(try await cache.sheet(sheet, of: served.id) != nil)
        #expect(try await cache.document(.track, of: served.id) != nil)
        try await served.library.remove(served.id)
        #expect(try await cache.sheet(sheet, of: served.id) == nil)
        #expect(try await cache.document(.track, of: served.id) == nil)
        #expect(cache.load.bytes == 0)
    }

    @Test func `a purge frees the cached bytes`() async throws {
        let served = try await ServedLibrary()
        let cache = cache(served, freshness: .seconds(60))
        let held = try #require(try await cache.document(.track, of: served.id)).body.bytes.readableBytes
        #expect(cache.purge() == held)
        #expect(cache.purge() == 0)
        #expect(try await cache.document(.track, of: served.id) != nil)
    }

    @Test func `without a budget everything is served and nothing held`() async throws {
        let served = try await ServedLibrary()
        let cache = cache(served, budget: 0, freshness: .seconds(60))
        #expect(try await cache.snapshot(of: served.id) != nil)
        #expect(cache.load.files == 0)
    }

    @Test func `a file is current while the store need not be asked`() async throws {
        let served = try await ServedLibrary()
        let (patient, careful) = (cache(served, freshness: .seconds(600)), cache(served, freshness: .zero))
        for cache in [patient, careful] {
            #expect(cache.current("film/thumbnails.vtt") == nil)
            _ = try await cache.document(.track, of: served.id)
        }
        #expect(patient.current("film/thumbnails.vtt") != nil && patient.current("film/mosaic.json") == nil)
        #expect(careful.current("film/thumbnails.vtt") == nil)
        patient.invalidate(served.id)
        #expect(patient.current("film/thumbnails.vtt") == nil)
    }

    @Test func `the store is asked again by one of those who look, before the time is over`() async throws {
        let served = try await ServedLibrary()
        let cache = cache(served, freshness: .seconds(4))
        _ = try await cache.document(.track, of: served.id)
        try await Task.sleep(for: .milliseconds(2_100))
        #expect(cache.current("film/thumbnails.vtt") == nil)
        try await served.compose(chapters: [1, 2])
        let file = try await cache.document(.track, of: served.id)
        #expect(file?.body.bytes == ByteBuffer(bytes: try served.folder.read("library/film/thumbnails.vtt")))
        #expect(cache.current("film/thumbnails.vtt") === file)
    }

    @Test func `values derived from a file count toward its bytes`() async throws {
        let served = try await ServedLibrary()
        let cache = cache(served, freshness: .seconds(60))
        let name = try #require(try await served.storyboard().sheets.first).name
        let sheet = try #require(try await cache.sheet(name, of: served.id))
        let bytes = sheet.body.bytes.readableBytes
        #expect(cache.load.bytes == bytes)
        for _ in 0..<2 {
            _ = try cache.grid(in: sheet)
            #expect(cache.load.bytes == 2 * bytes)
        }
        let record = try #require(try await cache.document(.record, of: served.id))
        _ = try cache.snapshot(in: record)
        #expect(cache.load.bytes == 2 * (bytes + record.body.bytes.readableBytes))
        #expect(cache.purge() == 2 * (bytes + record.body.bytes.readableBytes))
        _ = try cache.grid(in: sheet)
        #expect(cache.load.bytes == 0, "what is not held any more is not counted")
    }

    @Test func `a request after an invalidation gets the current file`() async throws {
        let served = try await ServedLibrary(chapters: 3)
        let pause = ReadPause()
        let library = StoryboardLibrary(store: pause.store(served.library.store), catalog: served.library.catalog)
        let cache = DocumentCache(library: library, budget: 1 << 20, readers: .anyone, freshness: .seconds(60))
        async let early = cache.document(.track, of: served.id)
        await pause.hasRead()
        try await served.compose(chapters: [1, 2, 3, 4])
        let track = ByteBuffer(bytes: try served.folder.read("library/film/thumbnails.vtt"))
        cache.invalidate(served.id)
        // Who joined the early reading would wait for it.
        let end = Task {
            try? await Task.sleep(for: .seconds(20))
            pause.goOn()
        }
        let late = try await cache.document(.track, of: served.id)
        #expect(late?.body.bytes == track)
        end.cancel()
        await end.value
        #expect(try await early?.body.bytes != track)
        #expect(cache.current("film/thumbnails.vtt") === late && late != nil)
    }

    @Test func `a request that saw a change gets no bytes of a reading that began before`() async throws {
        let served = try await ServedLibrary(chapters: 1)
        let pause = ReadPause(after: 1)
        let library = StoryboardLibrary(store: pause.store(served.library.store), catalog: served.library.catalog)
        let cache = DocumentCache(library: library, budget: 1 << 20, readers: .anyone, freshness: .zero)
        _ = try await cache.document(.track, of: served.id)
        try await served.compose(chapters: [1, 2])
        async let early = cache.document(.track, of: served.id)
        await pause.hasRead()
        try await served.compose(chapters: [1, 2, 3])
        async let late = cache.document(.track, of: served.id)
        // Long enough for the late request to find the early reading.
        try await Task.sleep(for: .milliseconds(200))
        pause.goOn()
        let track = ByteBuffer(bytes: try served.folder.read("library/film/thumbnails.vtt"))
        #expect(try await late?.body.bytes == track)
        #expect(try await early?.body.bytes != track)
    }

    @Test func `many who ask at a time for one file cause one reading`() async throws {
        let served = try await ServedLibrary()
        // The first reading ends while others have looked for the file and not found it: now and then, so many times.
        for _ in 0..<50 {
            let cache = cache(served, freshness: .seconds(60))
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<200 { group.addTask { try await cache.document(.track, of: served.id) != nil } }
                for try await isThere in group { #expect(isThere) }
            }
            #expect(cache.load.misses == 1)
        }
    }
}
