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
}
