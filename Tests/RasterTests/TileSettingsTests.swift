import Raster
import Testing
import TiledJPEG

struct TileSettingsTests {
    private static func isRefused(_ tile: PixelSize, in cell: PixelSize, _ codec: TileCodec) -> Bool {
        let settings = TileSettings(tileSize: tile, cellSize: cell, codec: codec)
        return failureCode { () throws(ImageError) in try TileMaker(settings: settings) } == .invalidSettings
    }

    @Test func `a cell is the tile rounded up to whole MCUs`() {
        let tile = PixelSize(width: 100, height: 56)
        let codec = TileCodec.jpeg(quality: 80, chroma: .yuv420)
        #expect(codec.cellUnit == PixelSize(width: 16, height: 16))
        #expect(!Self.isRefused(tile, in: PixelSize(width: 112, height: 64), codec))
        #expect(Self.isRefused(tile, in: PixelSize(width: 104, height: 56), codec))
        #expect(Self.isRefused(tile, in: PixelSize(width: 128, height: 64), codec))
        let fine = TileCodec.jpeg(quality: 80, chroma: .yuv444)
        #expect(!Self.isRefused(tile, in: PixelSize(width: 104, height: 56), fine))
    }

    @Test func `quality, empty tiles and giants are refused`() {
        let cell = PixelSize(width: 16, height: 16)
        for quality in [0, 101, -5] {
            #expect(Self.isRefused(cell, in: cell, .jpeg(quality: quality, chroma: .yuv420)))
        }
        #expect(Self.isRefused(PixelSize(width: 0, height: 16), in: cell, .png))
        #expect(Self.isRefused(PixelSize(width: 17, height: 16), in: cell, .png))
        let giant = PixelSize(width: 65_504, height: 16)
        #expect(Self.isRefused(giant, in: giant, .jpeg(quality: 80, chroma: .yuv420)))
    }
}
