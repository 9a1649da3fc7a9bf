import NIOCore
import Synchronization
import Testing

@testable import Mosaic
@testable import MosaicServer

struct LargeExportTests {
    private static let content = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }

    @Test func `bytes are made once while they are in memory, and made again where they are evicted`() async throws {
        let served = try await ServedLibrary()
        let cache = DocumentCache(library: served.library, budget: 1 << 24, inFlight: 1 << 20, readers: .anyone)
        let storyboards = try #require(try await cache.storyboards(of: served.id))
        let made = Mutex(0)
        let export = LargeExport(cache: cache, key: "film/x.bif", served: storyboards, isWhole: true) {
            made.withLock { $0 += 1 }
            return Self.content
        }
        #expect(try await export.made().bytes == Self.content)
        #expect(try await export.made().bytes == Self.content)
        #expect(made.withLock { $0 } == 1)
        var read: [UInt8] = []
        for start in stride(from: 0, to: Self.content.count, by: 60_000) {
            if start == 120_000 { #expect(cache.large.purge() > 0) }
            let chunk = try await export.chunks.read(start..<min(start + 60_000, Self.content.count))
            read += chunk.readableBytesView
        }
        #expect(read == Self.content && made.withLock { $0 } == 2)
    }

    @Test func `a file longer than half of the bytes in flight is refused, if known before it is made`() async throws {
        let served = try await ServedLibrary()
        for (inFlight, isWhole, isMade) in [(2_000, true, false), (2_000, false, true)] {
            let cache = DocumentCache(library: served.library, budget: 1 << 24, inFlight: inFlight, readers: .anyone)
            let storyboards = try #require(try await cache.storyboards(of: served.id))
            let made = Mutex(false)
            let export = LargeExport(cache: cache, key: "film/x.bif", served: storyboards, isWhole: isWhole) {
                made.withLock { $0 = true }
                return Self.content
            }
            let error = await #expect(throws: MosaicError.self) { try await export.made() }
            #expect(error?.code == .limitExceeded && made.withLock { $0 } == isMade && cache.large.bytes == 0)
        }
    }

    /// Values derived from a record are valid while the record is in memory.
    @Test func `a record stays in memory while more sheets are read than the cache has room for`() async throws {
        let served = try await ServedLibrary(tiles: 400, every: 2)
        let measured = DocumentCache(library: served.library, budget: 1 << 28, readers: .anyone)
        _ = try #require(try await measured.storyboards(of: served.id))
        // Files have 13 sixteenths of the budget, and none of them more than half of that: too little for all sheets.
        let budget = measured.load.bytes * 5 / 2
        let cache = DocumentCache(library: served.library, budget: budget, readers: .anyone)
        let storyboards = try #require(try await cache.storyboards(of: served.id))
        try #require(storyboards.sheetBytes + measured.load.bytes > budget * 13 / 16)
        let sheets = CachedSheets(cache: cache, id: served.id)
        for number in storyboards.set.main.sheets.indices {
            _ = try await sheets.bytes(ofSheet: number, of: storyboards.set.members[0])
        }
        let again = try #require(try await cache.storyboards(of: served.id))
        #expect(again.records[0] === storyboards.records[0])
    }
}
