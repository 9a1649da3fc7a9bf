import DrawnPictures
import Raster
import Seeded
import Testing
import Tiers
import TiledJPEG

struct TileMakerSizesTests {
    private static let widths = [160, 48, 320]

    private static func settings(_ widths: [Int], framing: Framing = .crop) -> TileSettings {
        let sizes = widths.map { width in
            let tile = PixelSize(width: width, height: width * 9 / 16)
            return TileSize(tile: tile, cell: tile.roundedUp(toMultipleOf: ChromaSubsampling.yuv420.mcuSize))
        }
        var settings = TileSettings(
            tileSize: sizes[0].tile, cellSize: sizes[0].cell, codec: .jpeg(quality: 80, chroma: .yuv420),
            framing: framing)
        settings.further = Array(sizes.dropFirst())
        return settings
    }

    private static var files: [[UInt8]] {
        [
            DrawnJPEG().encode(.gradient(640, 360)), DrawnPNG(.quarters(700, 420)).encoded,
            DrawnJPEG(orientation: .rightTop).encode(.noise(400, 640, seed: 3)),
            DrawnJPEG(kind: .gray).encode(.gradient(1_280, 720)), DrawnJPEG().encode(.gradient(64, 36)),
        ]
    }

    @Test(arguments: Tier.sample(Framing.allCases, 1))
    func `the widest tile equals the tile of a maker for this size alone`(framing: Framing) throws {
        let maker = try TileMaker(settings: Self.settings(Self.widths, framing: framing))
        let alone = try TileMaker(settings: Self.settings([320], framing: framing))
        for (index, file) in Self.files.enumerated() {
            let tile = try maker.makeTile(from: file)
            #expect(tile.further.count == 2)
            #expect(try tile.bytes(ofSize: 2) == alone.makeTile(from: file).bytes, "file \(index)")
        }
    }

    @Test(.thorough) func `tiles made together are those made one after the other, in every size`() throws {
        let together = try TileMaker(settings: Self.settings(Self.widths))
        let single = try TileMaker(settings: Self.settings(Self.widths))
        let files = Self.files
        for (index, tile) in together.makeTiles(from: files).enumerated() {
            let expected = try single.makeTile(from: files[index])
            #expect(try tile.get().bytes == expected.bytes && tile.get().further == expected.further, "file \(index)")
        }
    }

    @Test func `each size has its own pixels, and placeholders have all sizes`() throws {
        let maker = try TileMaker(settings: Self.settings(Self.widths))
        for tile in [try maker.makeTile(from: Self.files[0]), try maker.placeholder()] {
            for (position, width) in Self.widths.enumerated() {
                let size = try ImageHeader(parsing: tile.bytes(ofSize: position)).size
                #expect(size == PixelSize(width: width, height: width * 9 / 16))
            }
        }
    }

    @Test func `the planes of a decoded picture are scaled to every size`() throws {
        let size = PixelSize(width: 320, height: 180)
        let samples = (0..<size.pixelCount * 3 / 2).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let picture = try PlanarPicture(size: size, samples: samples, chroma: .yuv420)
        let tile = try TileMaker(settings: Self.settings(Self.widths)).makeTile(from: picture)
        let alone = try TileMaker(settings: Self.settings([320])).makeTile(from: picture)
        #expect(tile.bytes(ofSize: 2) == alone.bytes)
        #expect(try ImageHeader(parsing: tile.further[0]).size.width == 48)
    }

    @Test func `frames of films are requested at the size for the widest tile`() {
        let film = PixelSize(width: 1_920, height: 1_080)
        #expect(
            Self.settings(Self.widths).sourceSize(of: film, longestSide: 8_192) == PixelSize(width: 320, height: 180))
    }

    @Test func `a further size that JPEG cannot have is refused`() throws {
        var settings = Self.settings([160])
        settings.further = [TileSize(tile: PixelSize(width: 50, height: 30), cell: PixelSize(width: 50, height: 30))]
        #expect { try TileMaker(settings: settings) } throws: { ($0 as? ImageError)?.code == .invalidSettings }
    }
}
