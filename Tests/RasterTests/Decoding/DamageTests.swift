import CJPEGOracle
import DrawnPictures
import Seeded
import Testing
import TiledJPEG

@testable import Raster

struct DamageTests {
    private static let picture = DrawnPicture.noise(64, 64, seed: 7)

    private func made(_ bytes: [UInt8]) throws(ImageError) -> MadeTile {
        try TileMaker(settings: .jpeg(PixelSize(width: 64, height: 64), acceptsDamaged: true)).makeTile(from: bytes)
    }

    private func strictCode(_ bytes: [UInt8]) -> ImageError.Code? {
        failureCode { () throws(ImageError) in try TileMaker.jpeg(of: bytes, 64, 64) }
    }

    @Test(arguments: [CJPEGOracleProcessBaseline, CJPEGOracleProcessProgressive, CJPEGOracleProcessSeveralScans])
    func `a JPEG without its end marker is whole, with a warning`(process: CJPEGOracleProcess) throws {
        let whole = DrawnJPEG(process: process).encode(Self.picture)
        let tile = try made(Array(whole.dropLast(2)))
        #expect(!tile.isDamaged)
        #expect(tile.warnings == ["The JPEG's end-of-image marker is missing."])
        #expect(try tile.bytes == made(whole).bytes)
    }

    @Test(arguments: [CJPEGOracleProcessBaseline, CJPEGOracleProcessProgressive, CJPEGOracleProcessSeveralScans])
    func `a JPEG cut within its last scan is damaged`(process: CJPEGOracleProcess) throws {
        let whole = DrawnJPEG(process: process).encode(Self.picture)
        let cut = Array(whole.dropLast(60))
        #expect(try made(cut).isDamaged)
        #expect(strictCode(cut) == .damaged)
    }

    @Test(arguments: [CJPEGOracleProcessProgressive, CJPEGOracleProcessSeveralScans])
    func `a JPEG cut between two scans is damaged`(process: CJPEGOracleProcess) throws {
        let whole = DrawnJPEG(process: process).encode(Self.picture)
        // The last scan header, or the table before it.
        let scan = whole.indices.last { whole[$0...].starts(with: [0xFF, 0xDA]) }!
        let cut = Array(whole[..<scan])
        #expect(try made(cut).isDamaged)
        #expect(strictCode(cut) == .damaged)
    }

    @Test func `a component without any scan is damaged although the end marker is there`() throws {
        let whole = DrawnJPEG(process: CJPEGOracleProcessSeveralScans).encode(Self.picture)
        let scan = whole.indices.last { whole[$0...].starts(with: [0xFF, 0xDA]) }!
        #expect(strictCode(whole[..<scan] + [0xFF, 0xD9]) == .damaged)
    }

    @Test func `a restart marker out of turn is damage`() throws {
        var jpeg = DrawnJPEG(restartInterval: 1).encode(Self.picture)
        let marker = try #require(jpeg.indices.first { jpeg[$0...].starts(with: [0xFF, 0xD3]) })
        jpeg[marker + 1] = 0xD6
        #expect(strictCode(jpeg) == .damaged)
    }

    @Test func `a PNG without IEND is whole, with a warning`() throws {
        var png = DrawnPNG(Self.picture)
        let whole = png.encoded
        png.hasEnd = false
        let tile = try made(png.encoded)
        #expect(!tile.isDamaged)
        #expect(tile.warnings == ["The PNG's IEND chunk is missing."])
        #expect(try tile.bytes == made(whole).bytes)
    }

    @Test func `missing rows of a PNG show the background`() throws {
        var png = DrawnPNG(DrawnPicture(32, 32) { _, _ in (200, 200, 200) })
        // Rows are 97 bytes, the first one behind 7 of zlib: a chunk holds two of them.
        png.bytesPerChunk = 194
        let cut = Array(png.encoded[..<(33 + 5 * (12 + 194) + 50)])
        let tile = try TileMaker.pixels(
            of: cut, 32, 32, background: RGBColor(red: 0, green: 0, blue: 255), acceptsDamaged: true)
        #expect(tile[16, 5] == [200, 200, 200])
        let missing = tile[16, 20]
        #expect(missing[0] <= 1 && missing[1] <= 1 && missing[2] >= 253)
    }

    @Test func `an interlaced PNG that is cut is damaged`() throws {
        var png = DrawnPNG(Self.picture)
        png.isInterlaced = true
        let cut = Array(png.encoded.dropLast(3000))
        #expect(try made(cut).isDamaged)
        #expect(strictCode(cut) == .damaged)
    }

    @Test func `an interlaced PNG cut within its first pass is malformed`() throws {
        var png = DrawnPNG(Self.picture)
        png.isInterlaced = true
        // The first pass is eight rows of 25 bytes, behind the chunk's head and 7 of zlib.
        let cut = Array(png.encoded[..<(png.head.count + 8 + 7 + 100)])
        #expect(failureCode { () throws(ImageError) in try made(cut) } == .malformed)
        #expect(strictCode(cut) == .malformed)
    }

    @Test(arguments: [false, true])
    func `a truncated PNG has no separate warning about its missing IEND`(isInterlaced: Bool) throws {
        var png = DrawnPNG(Self.picture)
        png.isInterlaced = isInterlaced
        let tile = try made(Array(png.encoded.dropLast(3000)))
        #expect(tile.isDamaged)
        #expect(!tile.warnings.contains { $0.contains("IEND") }, "\(tile.warnings)")
    }

    @Test func `a PNG with a wrong checksum of its pixels is damaged, of its header malformed`() throws {
        let png = DrawnPNG(Self.picture).encoded
        var pixels = png
        pixels[png.count - 12 - 1] ^= 1
        #expect(strictCode(pixels) == .damaged)
        #expect(try made(pixels).isDamaged)
        var header = png
        header[8 + 8 + 13] ^= 1
        #expect(strictCode(header) == .malformed)
    }

    @Test func `a wrong checksum costs no pixel`() throws {
        var png = DrawnPNG(Self.picture)
        png.bytesPerChunk = 500
        let whole = png.encoded
        // The last byte of the first chunk of image data.
        var flipped = whole
        flipped[33 + 8 + 500 + 3] ^= 1
        let tile = try made(flipped)
        #expect(tile.isDamaged)
        #expect(try tile.bytes == made(whole).bytes)
    }

    @Test(arguments: [1, 200, 4000], [false, true])
    func `image data after the last row is a warning and not damage`(surplusRows: Int, isInterlaced: Bool) throws {
        var png = DrawnPNG(Self.picture)
        png.isInterlaced = isInterlaced
        let whole = try made(png.encoded)
        png.surplus = [UInt8](repeating: 7, count: surplusRows * 193)
        let tile = try made(png.encoded)
        #expect(!tile.isDamaged)
        #expect(tile.warnings == ["The PNG has data behind its last row, which is not read."])
        #expect(tile.bytes == whole.bytes)
        #expect(strictCode(png.encoded) == nil)
    }

    @Test func `bytes after the compressed rows are not damage, but a wrong checksum is`() throws {
        var png = DrawnPNG(Self.picture)
        let whole = try made(png.encoded)
        png.trailer = [UInt8](repeating: 0x55, count: 300)
        for bytesPerChunk in [Int.max, 500, 12_300] {
            png.bytesPerChunk = bytesPerChunk
            let tile = try made(png.encoded)
            #expect(!tile.isDamaged && tile.bytes == whole.bytes, "\(bytesPerChunk): \(tile.warnings)")
        }
        var broken = png.encoded
        broken[broken.count - 12 - 1] ^= 1
        #expect(try made(broken).isDamaged)
    }

    @Test func `a file cut anywhere gives a tile or an error`() throws {
        let maker = try TileMaker(settings: .jpeg(PixelSize(width: 16, height: 16), acceptsDamaged: true))
        var png = DrawnPNG(.gradient(20, 20))
        png.isInterlaced = true
        let files = [
            DrawnJPEG().encode(.gradient(40, 40)),
            DrawnJPEG(process: CJPEGOracleProcessProgressive).encode(.gradient(40, 40)), png.encoded,
        ]
        for file in files {
            var (made, refused) = (0, 0)
            for count in 0..<file.count {
                let code = failureCode { () throws(ImageError) in try maker.makeTile(from: Array(file[..<count])) }
                if code == nil { made += 1 } else { refused += 1 }
            }
            #expect(made > 0 && refused > 0)
        }
    }

    @Test func `flipped bits give a tile or an error`() throws {
        let maker = try TileMaker(settings: .jpeg(PixelSize(width: 16, height: 16), acceptsDamaged: true))
        var generator = SeededGenerator(seed: 11)
        let files = [
            DrawnJPEG().encode(.gradient(40, 40)), DrawnJPEG(kind: .cmyk).encode(.gradient(40, 40)),
            DrawnJPEG(process: CJPEGOracleProcessProgressive).encode(.gradient(40, 40)),
            DrawnPNG(.gradient(20, 20)).encoded,
        ]
        var made = 0
        for file in files {
            for _ in 0..<400 {
                var bytes = file
                for _ in 0..<Int.random(in: 1...4, using: &generator) {
                    bytes[Int.random(in: 0..<bytes.count, using: &generator)] ^=
                        1 << UInt8.random(in: 0...7, using: &generator)
                }
                let failed = failureCode { () throws(ImageError) in try maker.makeTile(from: bytes) } != nil
                if !failed { made += 1 }
            }
        }
        #expect(made > 0)
    }
}
