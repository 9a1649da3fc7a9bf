import Testing
import TiledJPEG

struct PNGHeaderTests {
    @Test func `IHDR's fields are read`() throws {
        let header = try PNGHeader(parsing: DrawnPNG(bitDepth: 16, colorType: 6, interlace: 1).bytes)
        #expect(header.size == PixelSize(width: 96, height: 54))
        #expect(header.bitDepth == 16)
        #expect(header.colorType == 6)
        #expect(header.isInterlaced)
        #expect(try !PNGHeader(parsing: DrawnPNG().bytes).isInterlaced)
    }

    @Test func `exactly the fifteen legal pairs of color type and depth are accepted`() {
        let legal: [UInt8: Set<UInt8>] = [
            0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16],
        ]
        for color in UInt8.min...UInt8.max {
            for depth: UInt8 in [0, 1, 2, 3, 4, 5, 8, 9, 16, 17, 32, 255] {
                let code = failureCode { try PNGHeader(parsing: DrawnPNG(bitDepth: depth, colorType: color).bytes) }
                let isLegal = legal[color]?.contains(depth) ?? false
                #expect(code == (isLegal ? nil : .malformed), "color type \(color), \(depth) bits")
            }
        }
    }

    @Test func `sides go from 1 to 2^31-1`() throws {
        let most = 0x7FFF_FFFF
        let header = try PNGHeader(parsing: DrawnPNG(width: most, height: most).bytes)
        #expect(header.size == PixelSize(width: most, height: most))
        for side in [0, most + 1, 0xFFFF_FFFF] {
            #expect(failureCode { try PNGHeader(parsing: DrawnPNG(width: side).bytes) } == .malformed)
            #expect(failureCode { try PNGHeader(parsing: DrawnPNG(height: side).bytes) } == .malformed)
        }
    }

    @Test func `unknown methods are malformed`() {
        #expect(failureCode { try PNGHeader(parsing: DrawnPNG(compression: 1).bytes) } == .malformed)
        #expect(failureCode { try PNGHeader(parsing: DrawnPNG(filter: 1).bytes) } == .malformed)
        #expect(failureCode { try PNGHeader(parsing: DrawnPNG(interlace: 2).bytes) } == .malformed)
    }

    @Test func `the first chunk has to be an IHDR of 13 bytes`() {
        var renamed = DrawnPNG().bytes
        renamed[12] = 0x69
        #expect(failureCode { try PNGHeader(parsing: renamed) } == .malformed)
        var longer = DrawnPNG().bytes
        longer[11] = 14
        #expect(failureCode { try PNGHeader(parsing: longer) } == .malformed)
    }

    @Test func `a PNG for iPhones is unsupported, and named`() {
        var bytes = DrawnPNG().bytes
        bytes.insert(contentsOf: DrawnPNG.chunk("CgBI", [0x50, 0, 0x20, 2]), at: 8)
        let error = #expect(throws: TiledJPEGError.self) { try ImageHeader(parsing: bytes) }
        #expect(error?.code == .unsupported && error?.reason.contains("Xcode") == true)
    }

    @Test func `a signature that text transfer mangled is unrecognized`() {
        for index in 0..<8 {
            var bytes = DrawnPNG().bytes
            bytes[index] ^= 1
            #expect(failureCode { try PNGHeader(parsing: bytes) } == .unrecognizedFormat)
        }
    }

    @Test func `an end before IHDR's fields is truncated and later ones do no harm`() {
        let bytes = DrawnPNG(chunks: DrawnPNG.chunk("eXIf", DrawnExif(value: 6).tiff)).bytes
        let fieldsEnd = 8 + 8 + 13
        for length in 8...bytes.count {
            let code = failureCode { try PNGHeader(parsing: Array(bytes.prefix(length))) }
            #expect(code == (length < fieldsEnd ? .truncated : nil), "\(length) bytes")
        }
    }

    @Test func `metadata is found before and behind the pixels but not behind IEND`() throws {
        let exif = DrawnPNG.chunk("eXIf", DrawnExif(value: 6).tiff)
        let before = DrawnPNG(chunks: DrawnPNG.chunk("tEXt", [1, 2, 3, 4, 5]) + exif)
        #expect(try PNGHeader(parsing: before.bytes).orientation == .rightTop)
        let behind = DrawnPNG(chunks: DrawnPNG.chunk("IDAT", [9, 9]) + exif)
        #expect(try PNGHeader(parsing: behind.bytes).orientation == .rightTop)
        #expect(try PNGHeader(parsing: DrawnPNG().bytes + exif).orientation == .topLeft)
    }

    @Test func `a profile is recognized by its chunk's name alone`() throws {
        #expect(try PNGHeader(parsing: DrawnPNG(chunks: DrawnPNG.chunk("iCCP", [0])).bytes).hasICCProfile)
        #expect(try !PNGHeader(parsing: DrawnPNG(chunks: DrawnPNG.chunk("sRGB", [0])).bytes).hasICCProfile)
    }

    @Test func `a chunk that claims more than the file ends the walk quietly`() throws {
        let exif = DrawnPNG.chunk("eXIf", DrawnExif(value: 6).tiff)
        for length in [0xFFFF_FFFF, 0x7FFF_FFFF, 1_000] {
            let header = try PNGHeader(
                parsing: DrawnPNG(chunks: DrawnPNG.chunk("zTXt", [0], length: length) + exif).bytes)
            #expect(header.orientation == .topLeft)
            #expect(header.size == PixelSize(width: 96, height: 54))
        }
    }
}
