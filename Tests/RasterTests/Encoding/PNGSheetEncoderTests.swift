import CCodecs
import DrawnPictures
import Testing
import TiledJPEG

@testable import Raster

struct PNGSheetEncoderTests {
    private static let cell = PixelSize(width: 20, height: 12)

    private static func tile(_ picture: DrawnPicture) -> MadeTile {
        MadeTile(
            bytes: picture.rgb, format: nil, sourceSize: nil, isDamaged: false, warnings: [], hasICCProfile: false,
            decoding: nil)
    }

    /// The file's pixels by libpng, without anything of ours in between.
    private static func decode(_ png: [UInt8]) throws -> DrawnPicture {
        let reader = try #require(codec_png_reader_create())
        defer { codec_png_reader_destroy(reader) }
        return try png.withUnsafeBufferPointer { file in
            var frame = CodecPNGFrame()
            try #require(codec_png_reader_open(reader, file.baseAddress, file.count, 1000, &frame) == .done)
            let size = PixelSize(width: Int(frame.width), height: Int(frame.height))
            var rgb: [UInt8] = []
            for _ in 0..<size.height {
                var row = [UInt8](repeating: 0, count: 4 * size.width)
                try #require(codec_png_reader_read_row(reader, &row) == .done)
                for x in 0..<size.width { rgb += row[4 * x..<4 * x + 3] }
            }
            #expect(codec_png_reader_finish(reader).damage == 0)
            return DrawnPicture(size: size, rgb: rgb)
        }
    }

    @Test func `every pixel of a sheet equals the pixel of its tile`() throws {
        let tiles = (0..<6).map { DrawnPicture.noise(20, 12, seed: UInt64($0)) }
        var encoder = try PNGSheetEncoder(size: PixelSize(width: 60, height: 24), cell: Self.cell)
        try encoder.append(tiles[..<3].map(Self.tile))
        try encoder.append(tiles[3...].map(Self.tile))
        let sheet = try Self.decode(encoder.finish())
        #expect(
            sheet
                == DrawnPicture(60, 24) { x, y in
                    let pixel = tiles[y / 12 * 3 + x / 20][x % 20, y % 12]
                    return (pixel[0], pixel[1], pixel[2])
                })
    }

    @Test func `tiles of a tile maker go onto a sheet`() throws {
        let maker = try TileMaker(settings: TileSettings(tileSize: Self.cell, cellSize: Self.cell, codec: .png))
        let picture = DrawnPicture.quarters(20, 12)
        var encoder = try PNGSheetEncoder(size: PixelSize(width: 40, height: 12), cell: Self.cell)
        try encoder.append([maker.makeTile(from: DrawnPNG(picture).encoded), maker.placeholder()])
        let sheet = try Self.decode(encoder.finish())
        #expect(sheet[30, 6] == [128, 128, 128])
        #expect(zip(sheet[2, 2], [200, 30, 30]).allSatisfy { abs(Int($0) - $1) <= 2 })
    }

    @Test func `tiles and sizes that do not fit the sheet are refused`() throws {
        let small = Self.tile(.quarters(19, 12))
        let fitting = Self.tile(.quarters(20, 12))
        var encoder = try PNGSheetEncoder(size: PixelSize(width: 40, height: 12), cell: Self.cell)
        #expect(failureCode { () throws(ImageError) in try encoder.append([fitting]) } == .invalidSettings)
        #expect(failureCode { () throws(ImageError) in try encoder.append([fitting, small]) } == .invalidSettings)
        #expect(failureCode { () throws(ImageError) in try encoder.finish() } == .invalidSettings)
        try encoder.append([fitting, fitting])
        #expect(failureCode { () throws(ImageError) in try encoder.append([fitting, fitting]) } == .invalidSettings)
        let odd = PixelSize(width: 41, height: 12)
        #expect(
            failureCode { () throws(ImageError) in try PNGSheetEncoder(size: odd, cell: Self.cell) } == .invalidSettings
        )
    }
}
