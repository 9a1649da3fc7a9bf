import CJPEGOracle
import DrawnPictures
import Testing
import TiledJPEG

@testable import Raster

struct TileSheetEncoderTests {
    private static func pixels(_ size: PixelSize, _ number: Int, _ chroma: ChromaSubsampling) throws -> PlanarPicture {
        let samples = [size, chroma.chromaSize(of: size), chroma.chromaSize(of: size)].enumerated().map { plane, size in
            [UInt8](repeating: UInt8((number * 37 + plane * 71) % 200 + 20), count: size.pixelCount)
        }
        return try PlanarPicture(size: size, planes: samples, chroma: chroma)
    }

    /// The pixels of a JPEG by libjpeg alone, whose chroma is not interpolated.
    private static func decode(_ jpeg: [UInt8]) throws -> DrawnPicture {
        var bytes: UnsafeMutablePointer<UInt8>?
        var (width, height) = (Int32(0), Int32(0))
        var warnings = 0
        try #require(cjpegoracle_decode(jpeg, jpeg.count, 0, &bytes, &width, &height, &warnings) == 1)
        defer { cjpegoracle_free(bytes) }
        #expect(warnings == 0)
        let size = PixelSize(width: Int(width), height: Int(height))
        return DrawnPicture(size: size, rgb: Array(UnsafeBufferPointer(start: bytes, count: 3 * size.pixelCount)))
    }

    /// Encodes six tiles, 3x2, of one colour each, and compares each pixel of each tile.
    private static func check(_ tile: PixelSize, _ chroma: ChromaSubsampling, drawn: ChromaSubsampling) throws {
        let encoder = try TileSheetEncoder(
            of: tile, columns: 3, rows: 2, quality: 95, chroma: chroma, tables: .newest)
        for cell in 0..<5 { try encoder.draw(pixels(tile, cell, drawn), at: cell) }
        let sheet = try decode(encoder.encoded())
        #expect(sheet.size == PixelSize(width: 3 * tile.width, height: 2 * tile.height))
        for cell in 0..<6 {
            let picture = cell < 5 ? try pixels(tile, cell, drawn) : nil
            let levels = picture.map { $0.planes.map { Int($0[0]) } } ?? [0, 128, 128]
            let color = YCbCrColor(luma: UInt8(levels[0]), blue: UInt8(levels[1]), red: UInt8(levels[2])).rgb
            let (left, top) = (cell % 3 * tile.width, cell / 3 * tile.height)
            let part = DrawnPicture(tile.width, tile.height) { x, y in
                let pixel = sheet[left + x, top + y]
                return (pixel[0], pixel[1], pixel[2])
            }
            let expected = DrawnPicture(tile.width, tile.height) { _, _ in color }
            #expect(part.meanError(to: expected) < 6, "cell \(cell) of \(tile)")
        }
    }

    @Test func `tiles lie side by side at their own size, and empty cells are black`() throws {
        for tile in [PixelSize(width: 40, height: 22), PixelSize(width: 32, height: 16)] {
            try Self.check(tile, .yuv420, drawn: .yuv420)
        }
        try Self.check(PixelSize(width: 30, height: 18), .yuv444, drawn: .yuv444)
    }

    @Test func `tiles of odd sides do not colour their neighbours`() throws {
        try Self.check(PixelSize(width: 41, height: 23), .yuv420, drawn: .yuv420)
        try Self.check(PixelSize(width: 41, height: 23), .yuv420, drawn: .yuv444)
    }

    @Test func `made tiles carry their pixels where the settings keep them`() throws {
        let size = PixelSize(width: 40, height: 22)
        var settings = TileSettings.jpeg(size)
        let file = DrawnPNG(.quarters(80, 44)).encoded
        #expect(try TileMaker(settings: settings).makeTile(from: file).pixels.isEmpty)
        settings.keepsPixels = true
        settings.further = [TileSize(tile: PixelSize(width: 20, height: 11), cell: PixelSize(width: 32, height: 16))]
        let made = try TileMaker(settings: settings).makeTile(from: file)
        #expect(made.pixels.map(\.size) == settings.sizes.map(\.tile))
        let drawn = YCbCrColor(RGBColor(red: 200, green: 30, blue: 30))
        let picture = made.pixels[0]
        #expect(abs(Int(picture.planes[0][3 * 40 + 3]) - Int(drawn.luma)) < 3)
        #expect(abs(Int(picture.planes[2][1 * 20 + 1]) - Int(drawn.red)) < 3)
        // The same pixels as the tile that was encoded.
        let sheet = try SheetDecoder(limits: DecodingLimits()).decode(made.bytes)
        let decoded = try #require(try sheet.cut(PixelRect(x: 0, y: 0, width: 40, height: 22)))
        let errors = zip(picture.planes[0], decoded.planes[0]).map { abs(Int($0) - Int($1)) }
        #expect(errors.reduce(0, +) / errors.count < 4)
    }

    @Test func `refuses tiles that no sheet can hold`() throws {
        let tile = PixelSize(width: 320, height: 180)
        func code(_ columns: Int, _ rows: Int) -> ImageError.Code? {
            failureCode { () throws(ImageError) in
                _ = try TileSheetEncoder(
                    of: tile, columns: columns, rows: rows, quality: 90, chroma: .yuv420, tables: .newest)
            }
        }
        #expect(code(0, 1) == .invalidSettings && code(300, 1) == .invalidSettings && code(100, 100) == .limitExceeded)
        let encoder = try TileSheetEncoder(
            of: tile, columns: 2, rows: 1, quality: 90, chroma: .yuv420, tables: .newest)
        for (size, cell) in [(tile, 2), (tile, -1), (PixelSize(width: 320, height: 192), 0)] {
            let picture = try Self.pixels(size, 1, .yuv420)
            #expect(failureCode { () throws(ImageError) in try encoder.draw(picture, at: cell) } == .invalidSettings)
        }
    }
}
