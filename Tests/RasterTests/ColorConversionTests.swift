import CJPEGOracle
import DrawnPictures
import Raster
import Testing
import TiledJPEG

/// Colors of screenshots with ICC profiles. The expected ones are those of Little CMS 2.19, relative colorimetric.
struct ColorConversionTests {
    private static let colors: [(UInt8, UInt8, UInt8)] = [
        (200, 100, 50), (60, 180, 90), (40, 80, 200), (128, 128, 128), (230, 210, 40), (250, 20, 30), (16, 32, 24),
        (240, 240, 240),
    ]
    private static let displayP3: [(UInt8, UInt8, UInt8)] = [
        (215, 93, 31), (0, 183, 78), (22, 81, 208), (128, 128, 128), (234, 209, 0), (255, 0, 0), (10, 33, 23),
        (240, 240, 240),
    ]
    private static let adobeRGB: [(UInt8, UInt8, UInt8)] = [
        (227, 100, 42), (0, 181, 83), (0, 79, 205), (129, 129, 129), (238, 211, 0), (255, 12, 24), (0, 26, 16),
        (240, 240, 240),
    ]

    /// Flat squares of 16 pixels.
    private static func patches(_ colors: [(UInt8, UInt8, UInt8)]) -> DrawnPicture {
        DrawnPicture(16 * colors.count, 16) { x, _ in colors[x / 16] }
    }

    /// The largest difference in the middle of a square.
    private func difference(_ tile: DrawnPicture, _ colors: [(UInt8, UInt8, UInt8)]) -> Int {
        let differences = colors.enumerated().flatMap { index, color in
            zip(tile[16 * index + 8, 8], [color.0, color.1, color.2]).map { abs(Int($0) - Int($1)) }
        }
        return differences.max() ?? 255
    }

    private func expected(_ profile: String) -> (DrawnProfile, [(UInt8, UInt8, UInt8)]) {
        switch profile {
        case "Display P3": (.displayP3, Self.displayP3)
        case "Adobe RGB": (.adobeRGB, Self.adobeRGB)
        default: (.sRGB, Self.colors)
        }
    }

    @Test(arguments: ["Display P3", "Adobe RGB", "sRGB"])
    func `a PNG and a JPEG of a profile have its colors`(name: String) throws {
        let (profile, expected) = expected(name)
        let picture = Self.patches(Self.colors)
        var png = DrawnPNG(picture)
        png.chunks = [profile.chunk]
        let fromPNG = try TileMaker.pixels(of: png.encoded, picture.size.width, 16)
        #expect(difference(fromPNG, expected) <= 3)
        let jpeg = DrawnJPEG(horizontal: [1, 1, 1], vertical: [1, 1, 1]).encode(picture)
        let fromJPEG = try TileMaker.pixels(of: profile.tagged(jpeg), picture.size.width, 16)
        #expect(difference(fromJPEG, expected) <= 8, "with the loss of the JPEG")
        let tile = try TileMaker(settings: .jpeg(picture.size)).makeTile(from: profile.tagged(jpeg))
        #expect(!tile.hasICCProfile)
        if name == "sRGB" {
            #expect(try tile.bytes == TileMaker(settings: .jpeg(picture.size)).makeTile(from: jpeg).bytes)
        }
    }

    @Test(arguments: ChromaSubsampling.allCases)
    func `colors are converted in the tile alone, at every chroma, and not in its bars`(
        chroma: ChromaSubsampling
    ) throws {
        var png = DrawnPNG(DrawnPicture(31, 16) { _, _ in (200, 100, 50) })
        png.chunks = [DrawnProfile.displayP3.chunk]
        let size = PixelSize(width: 47, height: 16)
        var settings = TileSettings.jpeg(size, quality: 100, chroma: chroma)
        settings.framing = .pad
        settings.background = RGBColor(red: 250, green: 20, blue: 30)
        let tile = try TileMaker(settings: settings).makeTile(from: png.encoded).bytes
        let again = try TileMaker.pixels(of: tile, 47, 16)
        for (x, color) in [(3, [250, 20, 30]), (23, [215, 93, 31]), (43, [250, 20, 30])] {
            #expect(zip(again[x, 8], color).allSatisfy { abs(Int($0) - $1) <= 4 }, "\(again[x, 8]) at \(x)")
        }
    }

    @Test func `a gray profile has its curve`() throws {
        let levels: [UInt8] = [0, 32, 100, 180, 255]
        var png = DrawnPNG(
            width: 80, height: 16, depth: 8, colorType: 0,
            rows: (0..<16).map { _ in (0..<80).map { UInt16(levels[$0 / 16]) } })
        png.chunks = [DrawnProfile.gray.chunk]
        let tile = try TileMaker.pixels(of: png.encoded, 80, 16)
        #expect(difference(tile, [0, 43, 119, 193, 255].map { ($0, $0, $0) }) <= 1)
    }

    @Test func `a profile of tables, a damaged one and one without a segment are reported, not converted`() throws {
        let jpeg = DrawnJPEG().encode(Self.patches(Self.colors))
        let size = PixelSize(width: 128, height: 16)
        let maker = try TileMaker(settings: .jpeg(size))
        let plain = try maker.makeTile(from: jpeg).bytes
        var tables = DrawnProfile.displayP3
        tables.tags.append(("A2B0", [1, 2, 3]))
        var damaged = DrawnProfile.displayP3
        damaged.tags.removeLast()
        var partial = DrawnProfile.displayP3.tagged(jpeg)
        partial[2 + 2 + 2 + 12] = 2
        for bytes in [tables.tagged(jpeg), damaged.tagged(jpeg), partial] {
            let tile = try maker.makeTile(from: bytes)
            #expect(tile.hasICCProfile && tile.bytes == plain)
        }
        #expect(try maker.makeTile(from: DrawnProfile.displayP3.tagged(jpeg)).bytes != plain)
    }
}
