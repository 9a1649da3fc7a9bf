import Testing

@testable import TiledJPEG

struct TiledSheetTests {
    /// Kinds of tiles, as `TileEncoder` makes them and as others do.
    static let kinds: [SyntheticPicture] = [
        SyntheticPicture(),
        SyntheticPicture(size: PixelSize(width: 60, height: 45)),
        SyntheticPicture(size: PixelSize(width: 16, height: 16), quality: 95),
        SyntheticPicture(sampling: (1, 1)),
        SyntheticPicture(sampling: (2, 1), restartInterval: 2),
        SyntheticPicture(sampling: (1, 2), restartInterval: 1),
        SyntheticPicture(sampling: (4, 1), quality: 30),
        SyntheticPicture(components: 1, quality: 100),
        SyntheticPicture(components: 1, sampling: (1, 1), restartInterval: 4),
        SyntheticPicture(components: 4, sampling: (1, 1)),
    ]

    /// Makes `count` tiles that differ.
    func files(_ picture: SyntheticPicture, _ count: Int) -> [[UInt8]] {
        (0..<count).map { picture.encoded(seed: UInt64($0)) }
    }

    func fault(_ picture: SyntheticPicture, count: Int, columns: Int) throws -> String? {
        let files = files(picture, count)
        let filler = picture.encoded(seed: 1000)
        let sheet = try TiledSheet(
            assembling: files.map(EncodedTile.init(parsing:)), columns: columns,
            filler: EncodedTile(parsing: filler))
        let empty = (columns - count % columns) % columns
        return try SheetWitness.firstFault(
            in: sheet.encoded(), showing: files + Array(repeating: filler, count: empty), columns: columns,
            cellSize: picture.size.roundedUp(toMultipleOf: picture.mcuSize))
    }

    @Test(arguments: kinds.indices)
    func `libjpeg reads each tile's coefficients at its cell, in all components and without a warning`(
        kind: Int
    ) throws {
        #expect(try fault(Self.kinds[kind], count: 6, columns: 3) == nil)
    }

    @Test(arguments: [(1, 1), (1, 4), (5, 1), (5, 5), (7, 3), (4, 3), (2, 7)])
    func `grids of one cell, one row, one column and with empty cells hold their tiles`(
        count: Int, columns: Int
    ) throws {
        #expect(try fault(SyntheticPicture(), count: count, columns: columns) == nil)
    }

    @Test(arguments: [7, 8, 9, 15, 16, 17], [true, false])
    func `restart markers come around after eight segments`(segments: Int, inOneRow: Bool) throws {
        let picture = SyntheticPicture(size: PixelSize(width: 16, height: 16))
        #expect(try fault(picture, count: segments, columns: inOneRow ? segments : 1) == nil)
    }

    @Test func `a sheet of more than 65 535 segments holds its tiles`() throws {
        let picture = SyntheticPicture(size: PixelSize(width: 8, height: 8), components: 1)
        let known = files(picture, 5)
        let parsed = try known.map(EncodedTile.init(parsing:))
        let order = (0..<256 * 257).map { ($0 * 7 + $0 / 256) % 5 }
        let sheet = try TiledSheet(assembling: order.map { parsed[$0] }, columns: 256).encoded()
        #expect(JPEGSurgery(sheet).segments.count == 65_792)
        let fault = try SheetWitness.firstFault(
            in: sheet, showing: order.map { known[$0] }, columns: 256, cellSize: picture.size)
        #expect(fault == nil)
    }

    @Test func `without a filler the empty cells are mid-gray tiles`() throws {
        for picture in [SyntheticPicture(), SyntheticPicture(components: 1, restartInterval: 2)] {
            let files = files(picture, 4)
            let sheet = try TiledSheet(assembling: files.map(EncodedTile.init(parsing:)), columns: 3)
            let blank = try #require(sheet.filler).encoded()
            let fault = try SheetWitness.firstFault(
                in: sheet.encoded(), showing: files + [blank, blank], columns: 3, cellSize: picture.size)
            #expect(fault == nil)
            let pixels = try #require(JPEGOracle.pixels(of: blank))
            #expect(Set(pixels.rgb) == [128])
        }
    }

    @Test func `tables without a code for an empty block want a filler as soon as a cell is empty`() throws {
        // One gray block of noise at quality 100: no coefficient is zero at the end, so no end of block was coded.
        let picture = SyntheticPicture(
            size: PixelSize(width: 8, height: 8), components: 1, quality: 100, optimizedTables: true, noise: 255)
        let tile = try EncodedTile(parsing: picture.encoded(seed: 3))
        var sheet = try TiledSheet(assembling: [tile, tile], columns: 2)
        #expect(sheet.filler == nil)
        let error = #expect(throws: TiledJPEGError.self) { try sheet.append(tile) }
        #expect(error?.code == .incompatibleTile)
        #expect(sheet.tiles.count == 2)
        #expect(try TiledSheet(assembling: [tile], columns: 2, filler: tile).rows == 1)
    }

    @Test func `a sheet is as large as its cells and as high as needed`() throws {
        let picture = SyntheticPicture(size: PixelSize(width: 60, height: 45))
        let tile = try EncodedTile(parsing: picture.encoded(seed: 1))
        let sheet = try TiledSheet(assembling: Array(repeating: tile, count: 7), columns: 3)
        #expect(sheet.cellSize == PixelSize(width: 64, height: 48))
        #expect(sheet.rows == 3)
        #expect(sheet.size == PixelSize(width: 192, height: 144))
        #expect(try ImageHeader(parsing: sheet.encoded()).size == sheet.size)
    }

    @Test func `sheets of 65 500 pixels are possible and larger ones are refused`() throws {
        let picture = SyntheticPicture(size: PixelSize(width: 16, height: 16))
        let tile = try EncodedTile(parsing: picture.encoded(seed: 1))
        let most = 65_500 / 16
        #expect(try TiledSheet(assembling: [tile], columns: most).size.width == 65_488)
        var tall = try TiledSheet(assembling: Array(repeating: tile, count: most), columns: 1)
        #expect(JPEGOracle.coefficients(of: tall.encoded())?.warnings == 0)
        for columns in [most + 1, Int.max] {
            let error = #expect(throws: TiledJPEGError.self) { try TiledSheet(assembling: [tile], columns: columns) }
            #expect(error?.code == .limitExceeded)
        }
        let error = #expect(throws: TiledJPEGError.self) { try tall.append(tile) }
        #expect(error?.code == .limitExceeded)
        #expect(error?.reason == "1 by 4094 cells of 16x16 pixels exceed 65500 pixels on a side.")
    }

    @Test func `a sheet needs a tile and a column`() throws {
        let tile = try EncodedTile(parsing: SyntheticPicture().encoded(seed: 1))
        for (tiles, columns) in [([], 1), ([tile], 0), ([tile], -1), ([tile], Int.min)] {
            let error = #expect(throws: TiledJPEGError.self) {
                try TiledSheet(assembling: tiles, columns: columns)
            }
            #expect(error?.code == .outOfRange)
        }
    }
}
