import Seeded
import Testing
import TiledJPEG

@testable import Raster

/// The size at which a decoder of scalable pictures has to deliver them.
struct SourceSizeTests {
    private func settings(_ tile: PixelSize, _ framing: Framing, _ chroma: ChromaSubsampling) -> TileSettings {
        var settings = TileSettings.jpeg(tile, chroma: chroma)
        settings.framing = framing
        return settings
    }

    private func size(_ width: Int, _ height: Int) -> PixelSize { PixelSize(width: width, height: height) }

    @Test func `a picture of the tile's aspect is delivered as large as the tile`() {
        for (picture, tile) in [
            (size(1920, 1080), size(256, 144)), (size(1920, 800), size(256, 107)), (size(720, 1280), size(255, 453)),
        ] {
            for framing in Framing.allCases {
                let delivered = settings(tile, framing, .yuv420).sourceSize(of: picture, longestSide: 16_384)
                let even = framing == .pad ? size(delivered.width, (delivered.height + 1) / 2 * 2) : delivered
                #expect(abs(even.height - tile.height) <= 1 && abs(even.width - tile.width) <= 1)
                if framing == .crop { #expect(delivered == tile) }
            }
        }
    }

    @Test func `a wider picture covers the tile, and one of extreme shape stays within the limit`() {
        let square = settings(size(200, 200), .crop, .yuv420)
        #expect(square.sourceSize(of: size(1920, 1080), longestSide: 16_384) == size(356, 200))
        #expect(square.sourceSize(of: size(1080, 1920), longestSide: 16_384) == size(200, 356))
        #expect(square.sourceSize(of: size(16_384, 1), longestSide: 16_384) == size(16_384, 1))
        let padded = settings(size(200, 200), .pad, .yuv420)
        #expect(padded.sourceSize(of: size(1920, 1080), longestSide: 16_384) == size(200, 112))
    }

    /// A JPEG of quality 100 of the samples themselves is the tile: nothing was scaled or blurred on the way.
    @Test(arguments: Framing.allCases, ChromaSubsampling.allCases)
    func `samples of the delivered size are used as they are`(framing: Framing, chroma: ChromaSubsampling) throws {
        var generator = SeededGenerator(seed: 7)
        for (picture, tile) in [
            (size(320, 180), size(64, 36)), (size(320, 180), size(64, 64)), (size(180, 320), size(50, 40)),
            (size(320, 180), size(65, 37)), (size(1000, 10), size(48, 48)),
        ] {
            let settings = settings(tile, framing, chroma)
            let delivered = settings.sourceSize(of: picture, longestSide: 16_384)
            let luma = (0..<delivered.pixelCount).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let part = chroma.chromaSize(of: delivered)
            let rest = (0..<2 * part.pixelCount).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let maker = try TileMaker(settings: settings)
            let shown = try maker.makeTile(from: PlanarPicture(size: delivered, samples: luma + rest, chroma: chroma))
            // The same part, cut out by hand.
            let target = framing.target(of: delivered, on: tile)
            let area = framing.source(of: delivered, on: tile)
            #expect(area.size == target.size, "\(picture) on \(tile)")
            #expect(area.x % 2 == 0 && area.y % 2 == 0)
            let cut = cutOut(luma, delivered.width, area.x, area.y, area.width, area.height)
            let (columns, rows) = (
                (area.width + chroma.span - 1) / chroma.span, (area.height + chroma.span - 1) / chroma.span
            )
            let planes = [rest.prefix(part.pixelCount), rest.suffix(part.pixelCount)].map { plane in
                cutOut(Array(plane), part.width, area.x / chroma.span, area.y / chroma.span, columns, rows)
            }
            let same = try maker.makeTile(
                from: PlanarPicture(size: area.size, planes: [cut] + planes, chroma: chroma))
            #expect(shown.bytes == same.bytes, "\(picture) on \(tile)")
        }
    }

    private func cutOut(_ samples: [UInt8], _ width: Int, _ x: Int, _ y: Int, _ columns: Int, _ rows: Int) -> [UInt8] {
        (y..<y + rows).flatMap { samples[($0 * width + x)...].prefix(columns) }
    }

    @Test func `a frame of a film that is damaged is refused unless the settings accept it`() throws {
        var picture = try PlanarPicture(
            size: size(16, 16), samples: [UInt8](repeating: 90, count: 384), chroma: .yuv420)
        let whole = try TileMaker(settings: .jpeg(size(16, 16))).makeTile(from: picture)
        picture.damage = "Bits are missing."
        let maker = try TileMaker(settings: .jpeg(size(16, 16)))
        let code = failureCode { () throws(ImageError) in try maker.makeTile(from: picture) }
        #expect(code == .damaged)
        let accepted = try TileMaker(settings: .jpeg(size(16, 16), acceptsDamaged: true)).makeTile(from: picture)
        #expect(accepted.bytes == whole.bytes && accepted.isDamaged && accepted.warnings == ["Bits are missing."])
        #expect(throws: ImageError.self) {
            try PlanarPicture(size: size(16, 16), samples: [UInt8](repeating: 90, count: 383), chroma: .yuv420)
        }
    }
}
