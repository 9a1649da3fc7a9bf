import CJPEGOracle
import DrawnPictures
import Testing
import TiledJPEG

@testable import Raster

struct DecodingLimitsTests {
    private static let tile = PixelSize(width: 16, height: 16)

    private func refuses(_ bytes: [UInt8], _ limits: DecodingLimits) throws -> ImageError? {
        let decoder = try ImageDecoder(limits: limits, background: .black)
        do throws(ImageError) {
            let header = try decoder.header(of: bytes)
            let placement = StoredPlacement(of: header.size, header.orientation, on: Self.tile, framing: .crop)
            let file = ScreenshotFile(bytes: bytes, header: header, placement: placement)
            _ = try decoder.decode(file, decoder.skipped([file])[0])
            return nil
        } catch {
            // A few bytes for buffers that hold nothing yet.
            #expect(decoder.scratchBytes < 1_000)
            return error
        }
    }

    private func jpegHeader(_ width: Int, _ height: Int, frame: UInt8) -> [UInt8] {
        [
            0xFF, 0xD8, 0xFF, frame, 0, 17, 8, UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8),
            UInt8(width & 255),
        ]
            + [3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]
            + [0xFF, 0xDA, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 0, 0]
    }

    @Test func `a picture of too many pixels is refused by its header`() throws {
        for bytes in [
            jpegHeader(8001, 8000, frame: 0xC0), jpegHeader(65_500, 65_500, frame: 0xC2),
            DrawnPNG(width: 0x7FFF_FFFF, height: 0x7FFF_FFFF, depth: 8, colorType: 2, rows: []).head,
        ] {
            let error = try #require(try refuses(bytes, DecodingLimits()))
            #expect(error.code == .limitExceeded)
            #expect(error.reason.contains("64000000"))
        }
    }

    @Test func `no limits at all do not overflow`() throws {
        var limits = DecodingLimits()
        limits.pixels = .max
        limits.workingBytes = 1 << 30
        for isInterlaced in [false, true] {
            for (width, height) in [(0x7FFF_FFFF, 0x7FFF_FFFF), (0x7FFF_FFFF, 511), (1, 0x7FFF_FFFF)] {
                var png = DrawnPNG(width: width, height: height, depth: 16, colorType: 6, rows: [])
                png.isInterlaced = isInterlaced
                #expect(try refuses(png.head, limits)?.code == .limitExceeded, "\(width)x\(height)")
            }
        }
    }

    @Test func `64 megapixels of progressive 4:4:4 are within the pixels and beyond the working bytes`() throws {
        let error = try #require(try refuses(jpegHeader(8000, 8000, frame: 0xC2), DecodingLimits()))
        #expect(error.code == .limitExceeded)
        #expect(error.reason.contains("working bytes"))
    }

    @Test func `a wide interlaced PNG is beyond the working bytes, row by row it is not`() throws {
        var png = DrawnPNG(width: 10_000, height: 6_400, depth: 16, colorType: 6, rows: [])
        png.isInterlaced = true
        var limits = DecodingLimits()
        limits.workingBytes = 255_000_000
        #expect(try refuses(png.head, limits)?.code == .limitExceeded)
        png.isInterlaced = false
        #expect(try refuses(png.head, limits)?.code == .malformed)
    }

    @Test func `a file of too many bytes is refused`() throws {
        var limits = DecodingLimits()
        limits.fileBytes = 100
        #expect(try refuses(DrawnJPEG().encode(.quarters(16, 16)), limits)?.code == .limitExceeded)
    }

    @Test func `a JPEG of too many scans is refused`() throws {
        let jpeg = DrawnJPEG(process: CJPEGOracleProcessProgressive).encode(.quarters(16, 16))
        var limits = DecodingLimits()
        limits.scans = 10
        #expect(failureCode { () throws(ImageError) in try TileMaker.pixels(of: jpeg, 16, 16, limits: limits) } == nil)
        limits.scans = 9
        #expect(
            failureCode { () throws(ImageError) in try TileMaker.pixels(of: jpeg, 16, 16, limits: limits) }
                == .limitExceeded)
    }

    @Test func `a PNG of too many chunks is refused`() throws {
        var png = DrawnPNG(.quarters(16, 16))
        png.chunks = Array(repeating: ("teXt", []), count: 50)
        var limits = DecodingLimits()
        limits.chunks = 53
        #expect(
            failureCode { () throws(ImageError) in try TileMaker.pixels(of: png.encoded, 16, 16, limits: limits) }
                == nil)
        limits.chunks = 40
        #expect(
            failureCode { () throws(ImageError) in try TileMaker.pixels(of: png.encoded, 16, 16, limits: limits) }
                == .limitExceeded)
    }

    @Test func `the reported memory covers coefficients and planes`() throws {
        let maker = try TileMaker(settings: .jpeg(Self.tile))
        let picture = DrawnPicture.quarters(640, 320)
        let baseline = try maker.workingBytes(for: DrawnJPEG().encode(picture))
        let progressive = try maker.workingBytes(
            for: DrawnJPEG(process: CJPEGOracleProcessProgressive).encode(picture))
        // Two bytes a coefficient, one and a half coefficients a pixel.
        #expect(progressive - baseline == 640 * 320 * 3)
    }
}
