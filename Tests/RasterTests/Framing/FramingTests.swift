import DrawnPictures
import Seeded
import Testing
import TiledJPEG

@testable import Raster

struct FramingTests {
    private let tile = PixelSize(width: 256, height: 144)

    @Test func `crop cuts a picture that is too wide evenly from both sides`() {
        let size = PixelSize(width: 2000, height: 900)
        #expect(Framing.crop.source(of: size, on: tile) == PixelRect(x: 200, y: 0, width: 1600, height: 900))
        #expect(Framing.crop.target(of: size, on: tile) == PixelRect(x: 0, y: 0, width: 256, height: 144))
    }

    @Test func `crop cuts a picture that is too high evenly from top and bottom`() {
        let size = PixelSize(width: 640, height: 480)
        #expect(Framing.crop.source(of: size, on: tile) == PixelRect(x: 0, y: 60, width: 640, height: 360))
    }

    @Test func `the same aspect ratio is neither cropped nor padded`() {
        let size = PixelSize(width: 1280, height: 720)
        for framing in Framing.allCases {
            #expect(framing.source(of: size, on: tile) == PixelRect(x: 0, y: 0, width: 1280, height: 720))
            #expect(framing.target(of: size, on: tile) == PixelRect(x: 0, y: 0, width: 256, height: 144))
        }
    }

    @Test func `pad shows all of the picture in the middle`() {
        let size = PixelSize(width: 720, height: 720)
        #expect(Framing.pad.source(of: size, on: tile) == PixelRect(x: 0, y: 0, width: 720, height: 720))
        #expect(Framing.pad.target(of: size, on: tile) == PixelRect(x: 56, y: 0, width: 144, height: 144))
    }

    @Test func `every size gives rectangles within the picture and the tile, on even corners`() {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<5000 {
            let size = PixelSize(
                width: .random(in: 1...5000, using: &generator), height: .random(in: 1...5000, using: &generator))
            let tile = PixelSize(
                width: .random(in: 1...400, using: &generator), height: .random(in: 1...400, using: &generator))
            for framing in Framing.allCases {
                let target = framing.target(of: size, on: tile)
                #expect(framing.source(of: size, on: tile).lies(within: size), "\(size) on \(tile)")
                #expect(target.lies(within: tile), "\(size) on \(tile)")
                #expect(target.x % 2 == 0 && target.y % 2 == 0)
            }
        }
    }

    @Test func `cropped pixels do not show, padded ones do`() throws {
        // A red stripe of 10 at each side of a picture twice as wide as the tile.
        let picture = DrawnPicture(200, 50) { x, _ in x < 10 || x >= 190 ? (255, 0, 0) : (90, 90, 90) }
        let png = DrawnPNG(picture).encoded
        let cropped = try TileMaker.pixels(of: png, 50, 50)
        #expect(cropped[0, 25] == [90, 90, 90] && cropped[49, 25] == [90, 90, 90])
        let padded = try TileMaker.pixels(of: png, 50, 50, framing: .pad, background: RGBColor(hex: "00c800")!)
        #expect(padded[0, 25][0] > 200)
        for y in [0, 17, 32 + 4, 49] {
            let pixel = padded[25, y].map(Int.init)
            #expect(abs(pixel[0]) <= 2 && abs(pixel[1] - 200) <= 2 && abs(pixel[2]) <= 2, "row \(y)")
        }
    }

    @Test func `gray pictures are padded in color`() throws {
        let jpeg = DrawnJPEG(kind: .gray).encode(DrawnPicture(32, 32) { _, _ in (120, 120, 120) })
        let tile = try TileMaker.pixels(of: jpeg, 64, 32, framing: .pad, background: RGBColor(hex: "#c80000")!)
        let beside = tile[4, 16].map(Int.init)
        #expect(abs(beside[0] - 200) <= 2 && beside[1] <= 2 && beside[2] <= 2)
        #expect(tile[32, 16] == [120, 120, 120])
    }

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
