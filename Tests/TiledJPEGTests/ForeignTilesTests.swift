import CJPEGOracle
import Testing

@testable import TiledJPEG

/// Tiled JPEGs that others made: their intervals, tables, sampling and segments are kept.
struct ForeignTilesTests {
    /// Pictures of 4x3 cells of 32x32 pixels, as one encoder makes them in one go.
    static let sheets: [SyntheticPicture] = {
        let size = PixelSize(width: 128, height: 96)
        return [
            SyntheticPicture(size: size, restartInterval: 1),
            SyntheticPicture(size: size, restartInterval: 2),
            SyntheticPicture(size: size, sampling: (1, 1), restartInterval: 4),
            SyntheticPicture(size: size, sampling: (2, 1), restartInterval: 1),
            SyntheticPicture(size: size, restartInterval: 2, optimizedTables: true),
            SyntheticPicture(size: size, sampling: (1, 1), restartInterval: 2, color: CJPEGOracleColorRGB),
            SyntheticPicture(size: size, components: 1, restartInterval: 1),
            SyntheticPicture(size: size, components: 1, restartInterval: 4, optimizedTables: true),
            SyntheticPicture(size: size, components: 4, sampling: (1, 1), restartInterval: 2),
            SyntheticPicture(size: size, restartInterval: 2, comment: "made elsewhere"),
        ]
    }()
    let cell = PixelSize(width: 32, height: 32)

    @Test(arguments: sheets.indices)
    func `a sheet that is taken apart and written again is the same`(kind: Int) throws {
        let bytes = Self.sheets[kind].encoded(seed: 4)
        #expect(try TiledSheet(parsing: bytes, cellSize: cell).encoded() == bytes)
    }

    @Test(arguments: sheets.indices)
    func `libjpeg decodes every cell to its tile, also after the tiles have moved`(kind: Int) throws {
        let bytes = Self.sheets[kind].encoded(seed: 4)
        var sheet = try TiledSheet(parsing: bytes, cellSize: cell)
        let files = sheet.tiles.map { $0.encoded() }
        #expect(try SheetWitness.firstFault(in: bytes, showing: files, columns: 4, cellSize: cell) == nil)
        try sheet.keep([11, 0, 5, 6, 3, 3, 10])
        try sheet.regrid(columns: 7)
        let moved = [11, 0, 5, 6, 3, 3, 10].map { files[$0] }
        #expect(
            try SheetWitness.firstFault(in: sheet.encoded(), showing: moved, columns: 7, cellSize: cell) == nil)
    }

    @Test func `tiles of a foreign sheet and our own share a sheet if their tables are equal`() throws {
        let foreign = SyntheticPicture(size: PixelSize(width: 128, height: 96), restartInterval: 2, comment: "theirs")
        let bytes = foreign.encoded(seed: 4)
        var sheet = try TiledSheet(parsing: bytes, cellSize: cell)
        let own = SyntheticPicture(size: cell).encoded(seed: 5)
        let files = sheet.tiles.map { $0.encoded() } + [own]
        try sheet.append(EncodedTile(parsing: own))
        try sheet.regrid(columns: 13)
        #expect(
            try SheetWitness.firstFault(in: sheet.encoded(), showing: files, columns: 13, cellSize: cell) == nil)
    }

    @Test func `a sheet keeps its header when its first tile is replaced`() throws {
        let extra: [UInt8] = [0xFF, 0xE5, 0, 6, 1, 2, 3, 4, 0xFF, 0xFE, 0, 4, 0x68, 0x69]
        let bytes = JPEGSurgery(Self.sheets[1].encoded(seed: 4)).inserting(extra)
        var sheet = try TiledSheet(parsing: bytes, cellSize: cell)
        let own = try EncodedTile(parsing: SyntheticPicture(size: cell).encoded(seed: 5))
        #expect(sheet.tiles[7].encoded().starts(with: bytes[..<16]))
        try sheet.replace(at: 0, with: own)
        #expect(sheet.encoded().starts(with: bytes[..<JPEGSurgery(bytes).entropyStart]))
        // A tile on its own has the header of the picture that it came from.
        #expect(sheet.tiles[0].encoded() == own.encoded())
    }
}
