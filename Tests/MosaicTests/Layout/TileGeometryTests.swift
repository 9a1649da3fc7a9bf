import Foundation
import Testing
import TiledJPEG

@testable import Mosaic

struct TileGeometryTests {
    @Test(arguments: [(1, 32), (5, 32), (6, 64), (10, 64), (11, 96), (25, 160)])
    func `a sheet has its full width and as many rows as it needs`(tiles: Int, height: Int) throws {
        let geometry = TileGeometry(
            tile: PixelSize(width: 40, height: 30), cell: PixelSize(width: 48, height: 32),
            grid: try #require(TileGrid(columns: 5, rows: 5)))
        #expect(geometry.sheetSize(tiles: tiles) == PixelSize(width: 240, height: height))
    }

    @Test(
        arguments: [
            (PixelSize(width: 256, height: 144), 2_048, "5x5"), (PixelSize(width: 256, height: 464), 2_048, "5x4"),
            (PixelSize(width: 410, height: 410), 2_048, "4x4"), (PixelSize(width: 2_048, height: 1), 2_048, "1x5"),
            (PixelSize(width: 1, height: 1), 3, "3x3"),
        ])
    func `the largest grid up to 5x5 whose sides stay within the limit`(cell: PixelSize, side: Int, expected: String) {
        #expect(TileGrid(fitting: cell, maximumSide: side)?.description == expected)
    }

    @Test func `a cell that is too large or empty fits no grid`() {
        #expect(TileGrid(fitting: PixelSize(width: 2_049, height: 1), maximumSide: 2_048) == nil)
        #expect(TileGrid(fitting: PixelSize(width: 1, height: 2_049), maximumSide: 2_048) == nil)
        #expect(TileGrid(fitting: PixelSize(width: 0, height: 16), maximumSide: 2_048) == nil)
        #expect(TileGrid(fitting: PixelSize(width: 16, height: -16), maximumSide: 2_048) == nil)
        #expect(TileGrid(fitting: PixelSize(width: 16, height: 16), maximumSide: -1) == nil)
    }

    @Test(arguments: [(0, 1), (1, 0), (-1, 5), (65_536, 1), (1, 65_536), (Int.max, Int.max), (Int.min, 1)])
    func `counts out of range are refused`(columns: Int, rows: Int) {
        #expect(TileGrid(columns: columns, rows: rows) == nil)
        let record = Data(#"{"columns":\#(columns),"rows":\#(rows)}"#.utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(TileGrid.self, from: record) }
    }

    @Test func `a grid survives its document`() throws {
        let grid = try #require(TileGrid(columns: 5, rows: 65_535))
        #expect(grid.count == 327_675)
        #expect(TileGrid.single.description == "1x1")
        #expect(try JSONDecoder().decode(TileGrid.self, from: JSONEncoder().encode(grid)) == grid)
    }
}
