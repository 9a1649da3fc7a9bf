import MosaicFixtures
import Raster
import Testing
import TiledJPEG
import WebVTT

@testable import Mosaic

/// Sheets without a document, and empty cells.
extension ImportedTilesTests {
    @Test(arguments: [("_%d.jpg", 0, ["_0.jpg", "_1.jpg"]), ("s%03d.jpg", 1, ["s001.jpg", "s002.jpg"])])
    func `numbered sheets begin at 0 or 1, and the last may have fewer rows`(
        pattern: String, first: Int, names: [String]
    ) throws {
        try folder.write(ForeignSheet(numbers: [1, 2, 3, 4], columns: 2, rows: 2).encoded, to: names[0])
        try folder.write(ForeignSheet(numbers: [5, 6], columns: 2, rows: 1).encoded, to: names[1])
        try folder.write([0], to: pattern.replacing("%d", with: "9").replacing("%03d", with: "009"))
        let tiles = try read(pattern, sheets(2, 2))
        #expect(times(tiles) == [0, 5_000, 10_000, 15_000, 20_000, 25_000])
        #expect(tiles.pictures.map(\.name) == names)
        #expect(tiles.tiles.last?.rect == PixelRect(x: 50, y: 0, width: 50, height: 30))
    }

    @Test func `sheets alone need grid and interval, and a grid that divides them`() throws {
        try folder.write(ForeignSheet(numbers: [1, 2, 3, 4], columns: 2, rows: 2).encoded, to: "one.jpg")
        for facts in [
            ImportFacts(),
            {
                var facts = sheets(); facts.interval = nil; return facts
            }(),
        ] {
            #expect(failure { try read("one.jpg", facts) }?.code == .invalidSettings)
        }
        #expect(try read("one.jpg", sheets(2, 2)).tiles.count == 4)
        #expect(failure { try read("one.jpg", sheets(3, 2)) }?.code == .malformed)
        #expect(failure { try read("two%d.jpg", sheets(2, 2)) }?.code == .notFound)
    }

    @Test func `a length ends the tiles`() throws {
        try folder.write(ForeignSheet(numbers: [1, 2, 3, 4], columns: 2, rows: 2).encoded, to: "one.jpg")
        var facts = sheets(2, 2)
        facts.duration = Timestamp(milliseconds: 12_000)
        let tiles = try read("one.jpg", facts)
        #expect(times(tiles) == [0, 5_000, 10_000] && tiles.duration == facts.duration && !tiles.mayEndEmpty)
        facts.duration = .zero
        #expect(failure { try read("one.jpg", facts) }?.code == .invalidSettings)
    }

    /// The number of tiles of a sheet of 3x3 without its empty cells.
    private func count(_ sheet: ForeignSheet, _ facts: ImportFacts? = nil) throws -> Int {
        try folder.write(sheet.encoded, to: "one.jpg")
        var tiles = try read("one.jpg", facts ?? sheets(3, 3))
        try tiles.removeEmptyCells(DecodingLimits())
        return tiles.tiles.count
    }

    /// Sides that leave the remainders of 160x90, 320x136, 320x180 and 426x240 on division by 16, and fewer pixels.
    @Test(
        arguments: zip(
            [(48, 26), (48, 24), (48, 36), (42, 48), (50, 30)], [(50, 2), (90, 2), (75, 2), (75, 1), (95, 1)]))
    func `cells after the last tile are empty, even with mixed blocks at their edges`(
        tile: (width: Int, height: Int), encoding: (quality: Int, chromaSpan: Int)
    ) throws {
        for last in [4, 5, 9] {
            var sheet = ForeignSheet(numbers: Array(1...last), columns: 3, rows: 3)
            sheet.tile = PixelSize(width: tile.width, height: tile.height)
            (sheet.quality, sheet.chromaSpan) = (Int32(encoding.quality), Int32(encoding.chromaSpan))
            #expect(try count(sheet) == last)
        }
    }

    @Test func `dark pictures at the end are tiles, and of black ones the film's length counts`() throws {
        var sheet = ForeignSheet(numbers: [1, 2, 3], columns: 3, rows: 3)
        sheet.darkTiles = 2
        #expect(try count(sheet) == 5)
        sheet.dark = sheet.filling
        #expect(try count(sheet) == 3)
        var facts = sheets(3, 3)
        facts.duration = Timestamp(milliseconds: 25_000)
        #expect(try count(sheet, facts) == 5)
    }
}
