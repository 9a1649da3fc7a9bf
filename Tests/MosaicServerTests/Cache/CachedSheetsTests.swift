import Testing

@testable import Mosaic
@testable import MosaicServer

struct CachedSheetsTests {
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
