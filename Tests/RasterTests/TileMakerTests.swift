import CJPEGOracle
import DrawnPictures
import Raster
import Seeded
import Testing
import TiledJPEG

struct TileMakerTests {
    private static let size = PixelSize(width: 50, height: 30)

    /// Files of many kinds, good and bad.
    private static var files: [[UInt8]] {
        var interlaced = DrawnPNG(.quarters(60, 40))
        interlaced.isInterlaced = true
        let noise = DrawnPicture.noise(130, 70, seed: 5)
        return [
            DrawnJPEG().encode(.gradient(120, 80)), DrawnPNG(noise).encoded,
            DrawnJPEG(kind: .gray).encode(.gradient(33, 77)), DrawnJPEG(kind: .cmyk).encode(.quarters(90, 50)),
            Array(DrawnJPEG().encode(noise).dropLast(100)), [1, 2, 3], interlaced.encoded,
            DrawnJPEG(horizontal: [1, 1, 1], vertical: [1, 1, 1], orientation: .rightTop).encode(.quarters(70, 90)),
            DrawnJPEG(process: CJPEGOracleProcessProgressive).encode(noise),
            DrawnJPEG(kind: .rgb, horizontal: [1, 1, 1], vertical: [1, 1, 1]).encode(.gradient(50, 30)),
        ]
    }

    @Test(arguments: [TileCodec.jpeg(quality: 80, chroma: .yuv420), .jpeg(quality: 60, chroma: .yuv444), .png])
    func `a tile does not depend on the worker's earlier tiles`(codec: TileCodec) throws {
        let settings = TileSettings(
            tileSize: Self.size, cellSize: Self.size.roundedUp(toMultipleOf: codec.cellUnit), codec: codec,
            framing: .pad, acceptsDamaged: true)
        func tile(_ maker: TileMaker, _ file: [UInt8]) -> [UInt8]? { try? maker.makeTile(from: file).bytes }
        let files = Self.files
        let fresh = try files.map { tile(try TileMaker(settings: settings), $0) }
        #expect(fresh.compactMap(\.self).count == files.count - 1)
        let placeholder = try TileMaker(settings: settings).placeholder().bytes
        let worker = try TileMaker(settings: settings)
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<60 {
            let index = Int.random(in: 0..<files.count, using: &generator)
            #expect(tile(worker, files[index]) == fresh[index], "file \(index)")
            if index == 3 { #expect(try worker.placeholder().bytes == placeholder) }
        }
    }

    @Test func `a tile reports the format, size and faults of its source`() throws {
        let maker = try TileMaker(settings: .jpeg(Self.size))
        let jpeg = try maker.makeTile(from: DrawnJPEG(orientation: .leftBottom).encode(.gradient(40, 64)))
        #expect(jpeg.format == .jpeg && jpeg.sourceSize == PixelSize(width: 64, height: 40))
        #expect(!jpeg.isDamaged && jpeg.warnings.isEmpty && !jpeg.hasICCProfile)
        let png = try maker.makeTile(from: DrawnPNG(.gradient(40, 64)).encoded)
        #expect(png.format == .png && png.sourceSize == PixelSize(width: 40, height: 64))
    }

    @Test func `an ICC profile is reported and not applied`() throws {
        let plain = DrawnJPEG().encode(.gradient(60, 40))
        let profile = Array("ICC_PROFILE\0".utf8) + [1, 1, 0, 0, 0, 0]
        let tagged = plain[..<2] + [0xFF, 0xE2, 0, UInt8(profile.count + 2)] + profile + plain[2...]
        let maker = try TileMaker(settings: .jpeg(Self.size))
        let tile = try maker.makeTile(from: Array(tagged))
        #expect(tile.hasICCProfile)
        #expect(try tile.bytes == maker.makeTile(from: plain).bytes)
    }

    @Test func `a file of another format and a file that is not a picture are refused with different codes`() throws {
        let maker = try TileMaker(settings: .jpeg(Self.size))
        func code(_ bytes: [UInt8]) -> ImageError.Code? {
            failureCode { () throws(ImageError) in try maker.makeTile(from: bytes) }
        }
        #expect(code([]) == .unrecognizedFormat)
        #expect(code(Array("<html>not found</html>".utf8)) == .unrecognizedFormat)
        #expect(code(Array("GIF89a".utf8) + [16, 0, 16, 0, 0, 0, 0]) == .unsupported)
        #expect(code([0xFF, 0xD8, 0xFF]) == .malformed)
    }

    @Test func `tables of one file are not used for the next`() throws {
        let maker = try TileMaker(settings: .jpeg(Self.size))
        let whole = DrawnJPEG().encode(.gradient(40, 24))
        _ = try maker.makeTile(from: whole)
        var bare = whole
        while let table = bare.indices.dropLast().first(where: { bare[$0] == 0xFF && bare[$0 + 1] == 0xDB }) {
            bare.removeSubrange(table..<table + 2 + Int(bare[table + 2]) << 8 + Int(bare[table + 3]))
        }
        #expect(failureCode { () throws(ImageError) in try maker.makeTile(from: bare) } == .malformed)
    }

    @Test func `a placeholder is neutral gray and compatible with its siblings`() throws {
        let maker = try TileMaker(settings: .jpeg(Self.size))
        let placeholder = try maker.placeholder()
        let decoded = try #require(DrawnPicture(independentlyDecoding: placeholder.bytes))
        #expect(decoded == DrawnPicture(50, 30) { _, _ in (128, 128, 128) })
        let sibling = try JPEGHeader(parsing: maker.makeTile(from: DrawnJPEG().encode(.gradient(60, 40))).bytes)
        let header = try JPEGHeader(parsing: placeholder.bytes)
        #expect(header.frame == sibling.frame && header.quantizers == sibling.quantizers)
        #expect(header.dcTables == sibling.dcTables && header.acTables == sibling.acTables)
    }

    @Test func `pictures smaller than the tile are enlarged, thin ones survive`() throws {
        for (width, height) in [(1, 1), (1, 900), (900, 1), (3, 3), (2, 7)] {
            let picture = DrawnPicture(width, height) { _, _ in (180, 90, 60) }
            let expected = DrawnPicture(50, 30) { _, _ in (180, 90, 60) }
            for bytes in [DrawnPNG(picture).encoded, DrawnJPEG(quality: 100).encode(picture)] {
                #expect(try TileMaker.pixels(of: bytes, 50, 30).meanError(to: expected) < 2, "\(width)x\(height)")
                let padded = try TileMaker.pixels(of: bytes, 50, 30, framing: .pad)
                #expect(padded.rgb.contains { $0 > 150 }, "\(width)x\(height)")
            }
        }
    }
}
