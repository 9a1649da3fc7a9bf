import DrawnPictures
import Testing
import TiledJPEG

@testable import Raster

struct StoredPlacementTests {
    @Test(arguments: ImageOrientation.allCases)
    func `a rectangle of the upright picture is found in the stored one`(orientation: ImageOrientation) {
        // Numbered pixels, so that each has its place.
        let upright = DrawnPicture(7, 5) { x, y in (UInt8(x), UInt8(y), 0) }
        let stored = upright.stored(for: orientation)
        let rect = PixelRect(x: 1, y: 2, width: 4, height: 2)
        let found = orientation.storedRect(rect, in: stored.size)
        #expect(orientation.uprightSize(of: found.size) == rect.size)
        var pixels: Set<[UInt8]> = []
        for y in found.y..<found.y + found.height {
            for x in found.x..<found.x + found.width { pixels.insert(stored[x, y]) }
        }
        var expected: Set<[UInt8]> = []
        for y in 2..<4 { for x in 1..<5 { expected.insert([UInt8(x), UInt8(y), 0]) } }
        #expect(pixels == expected)
    }

    @Test(arguments: ImageOrientation.allCases, [Framing.crop, .pad])
    func `every orientation stands upright, framed as the upright picture is`(
        orientation: ImageOrientation, framing: Framing
    ) throws {
        let upright = DrawnPicture.quarters(96, 48)
        let jpeg = DrawnJPEG(quality: 100, horizontal: [1, 1, 1], vertical: [1, 1, 1], orientation: orientation)
            .encode(upright.stored(for: orientation))
        let plain = DrawnJPEG(quality: 100, horizontal: [1, 1, 1], vertical: [1, 1, 1]).encode(upright)
        for (width, height) in [(96, 48), (40, 40), (31, 17), (20, 50)] {
            let expected = try TileMaker.pixels(of: plain, width, height, framing: framing)
            let tile = try TileMaker.pixels(of: jpeg, width, height, framing: framing)
            #expect(tile.meanError(to: expected) < 1.5, "\(width)x\(height)")
        }
    }

    @Test(arguments: ImageOrientation.allCases)
    func `subsampled chroma of an odd tile stays under its luma`(orientation: ImageOrientation) throws {
        // A colored block whose edge would show a shift of chroma by a pixel.
        let upright = DrawnPicture(62, 38) { x, y in
            (20..<40).contains(x) && (10..<30).contains(y) ? (220, 40, 40) : (40, 40, 200)
        }
        let stored = upright.stored(for: orientation)
        let jpeg = DrawnJPEG(quality: 100, horizontal: [1, 1, 1], vertical: [1, 1, 1], orientation: orientation).encode(
            stored)
        let tile = try TileMaker.jpeg(of: jpeg, 31, 19)
        let plain = try TileMaker.jpeg(
            of: DrawnJPEG(quality: 100, horizontal: [1, 1, 1], vertical: [1, 1, 1]).encode(upright), 31, 19)
        let decoded = try #require(DrawnPicture(independentlyDecoding: tile))
        // Mirrored, the picture lies otherwise on the grid of blocks, which costs up to 2.6; a shift by a pixel adds 3.
        #expect(decoded.meanError(to: try #require(DrawnPicture(independentlyDecoding: plain))) < 3)
    }
}
