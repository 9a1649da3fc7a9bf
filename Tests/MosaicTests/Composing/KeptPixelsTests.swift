import MosaicFixtures
import Raster
import Testing
import TiledJPEG

@testable import Mosaic

struct KeptPixelsTests {
    private let folder = TemporaryFolder()

    private func picture(_ width: Int, _ level: UInt8) throws -> PlanarPicture {
        let size = PixelSize(width: width, height: 6)
        return try PlanarPicture(
            size: size, samples: [UInt8](repeating: level, count: size.pixelCount * 3 / 2), chroma: .yuv420)
    }

    @Test func `pixels are those that were kept last, by tile and size, and leave no file`() throws {
        let pixels = KeptPixels(folder: folder.path)
        pixels.keep(try picture(8, 1), ofTile: 0)
        pixels.keep(try picture(8, 2), ofTile: 1)
        pixels.keep(try picture(4, 3), ofTile: 1)
        pixels.keep(try picture(8, 4), ofTile: 0)
        let last = pixels.picture(ofTile: 0, size: PixelSize(width: 8, height: 6))
        #expect(last?.planes.map(\.count) == [48, 12, 12] && last?.planes[2].allSatisfy { $0 == 4 } == true)
        #expect(pixels.picture(ofTile: 1, size: PixelSize(width: 8, height: 6))?.planes[0].first == 2)
        #expect(pixels.picture(ofTile: 1, size: PixelSize(width: 4, height: 6))?.planes[0].count == 24)
        #expect(pixels.picture(ofTile: 2, size: PixelSize(width: 8, height: 6)) == nil)
        #expect(try folder.names().isEmpty)
    }

    @Test func `pixels that cannot be kept are missing`() throws {
        let pixels = KeptPixels(folder: folder.path("absent"))
        pixels.keep(try picture(8, 1), ofTile: 0)
        #expect(pixels.picture(ofTile: 0, size: PixelSize(width: 8, height: 6)) == nil)
    }
}
