import Raster
import Testing
import TiledJPEG

@testable import Mosaic

struct PlaceholderTileTests {
    private static let settings = TileSettings(
        tileSize: PixelSize(width: 20, height: 12), cellSize: PixelSize(width: 32, height: 16),
        codec: .jpeg(quality: 80, chroma: .yuv420), framing: .crop, background: .black, limits: DecodingLimits(),
        acceptsDamaged: false)

    @Test func `a placeholder is made once, on the first request`() async throws {
        var calls = 0
        var placeholder = PlaceholderTile {
            calls += 1
            return try TileMaker(settings: Self.settings).placeholder()
        }
        #expect(calls == 0)
        let first = try await placeholder.tile()
        #expect(try await placeholder.tile().bytes == first.bytes)
        #expect(calls == 1)
    }

    @Test func `a placeholder is the tile of its settings`() async throws {
        var placeholder = PlaceholderTile(of: Self.settings, by: TileMakerPool())
        #expect(try await placeholder.tile().bytes == TileMaker(settings: Self.settings).placeholder().bytes)
    }
}
