import Testing

@testable import TiledJPEG

struct TiledSheetParsingTests {
    let cell = PixelSize(width: 64, height: 48)
    let files: [[UInt8]]
    let filler: [UInt8]
    let bytes: [UInt8]

    init() throws {
        files = (0..<7).map { SyntheticPicture().encoded(seed: $0) }
        filler = SyntheticPicture().encoded(seed: 1000)
        bytes = try TiledSheet(
            assembling: files.map(EncodedTile.init(parsing:)), columns: 3, filler: EncodedTile(parsing: filler)
        ).encoded()
    }

    func code(_ body: () throws -> TiledSheet) -> TiledJPEGError.Code? {
        do {
            _ = try body()
            return nil
        } catch {
            return (error as? TiledJPEGError)?.code
        }
    }

    @Test func `taking a sheet apart gives back the files that it was made of`() throws {
        let sheet = try TiledSheet(parsing: bytes, cellSize: cell, count: 7)
        #expect(sheet.columns == 3)
        #expect(sheet.tiles.map { $0.encoded() } == files)
        #expect(sheet.filler?.encoded() == filler)
        #expect(sheet.encoded() == bytes)
    }

    @Test func `without a count every cell holds a tile`() throws {
        let sheet = try TiledSheet(parsing: bytes, cellSize: cell)
        #expect(sheet.tiles.map { $0.encoded() } == files + [filler, filler])
        #expect(sheet.encoded() == bytes)
    }

    @Test func `rows that hold only the filler are dropped`() throws {
        let sheet = try TiledSheet(parsing: bytes, cellSize: cell, count: 2)
        #expect(sheet.size == PixelSize(width: 192, height: 48))
        #expect(sheet.filler?.encoded() == files[2])
    }

    @Test func `the caller sets the visible size of the tiles`() throws {
        let visible = PixelSize(width: 60, height: 33)
        let sheet = try TiledSheet(parsing: bytes, cellSize: cell, tileSize: visible)
        #expect(sheet.cellSize == cell)
        #expect(try ImageHeader(parsing: sheet.tiles[4].encoded()).size == visible)
    }

    @Test func `a sheet is read with any cells that match its restart intervals`() throws {
        let rows = try TiledSheet(parsing: bytes, cellSize: PixelSize(width: 64, height: 16))
        #expect(rows.tiles.count == 27)
        #expect(rows.encoded() == bytes)
        let columns = try TiledSheet(parsing: bytes, cellSize: PixelSize(width: 192, height: 144))
        #expect(columns.tiles.count == 1)
        #expect(columns.encoded() == bytes)
    }

    @Test func `a strip that was trimmed to less than a cell is written with whole cells`() throws {
        var surgery = JPEGSurgery(
            try TiledSheet(assembling: files.map(EncodedTile.init(parsing:)), columns: 7).encoded())
        let whole = surgery.bytes
        surgery.bytes[surgery.offset(of: 0xC0) + 6] = 40
        let sheet = try TiledSheet(parsing: surgery.bytes, cellSize: cell)
        #expect(sheet.encoded() == whole)
    }

    @Test(arguments: [(0, 48), (64, 0), (-64, 48), (32, 48), (64, 24), (128, 48), (64, 32), (640, 48), (.max, .max)])
    func `cells that do not keep to the intervals or do not fill the sheet are misaligned`(
        width: Int, height: Int
    ) throws {
        let size = PixelSize(width: width, height: height)
        #expect(code { try TiledSheet(parsing: bytes, cellSize: size) } == .misaligned)
    }

    @Test(arguments: [(65, 48), (64, 49), (48, 48), (64, 32), (0, 0), (-1, 48), (.min, .min), (.max, 48)])
    func `a visible size that does not take the cell's MCUs is out of range`(width: Int, height: Int) throws {
        let size = PixelSize(width: width, height: height)
        #expect(code { try TiledSheet(parsing: bytes, cellSize: cell, tileSize: size) } == .outOfRange)
    }

    @Test(arguments: [0, -1, 10, .max, .min])
    func `a count that the sheet does not hold is out of range`(count: Int) throws {
        #expect(code { try TiledSheet(parsing: bytes, cellSize: cell, count: count) } == .outOfRange)
    }
}
