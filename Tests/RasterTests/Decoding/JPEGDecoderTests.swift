import CJPEGOracle
import DrawnPictures
import Testing
import TiledJPEG

@testable import Raster

struct JPEGDecoderTests {
    private static let picture = DrawnPicture.gradient(96, 64)

    @Test(arguments: [
        ([1, 1, 1], [1, 1, 1]), ([2, 1, 1], [1, 1, 1]), ([1, 1, 1], [2, 1, 1]), ([2, 1, 1], [2, 1, 1]),
        ([4, 1, 1], [1, 1, 1]), ([4, 1, 1], [2, 1, 1]), ([3, 1, 1], [1, 1, 1]), ([1, 2, 2], [1, 2, 2]),
        ([2, 1, 2], [2, 2, 1]),
    ])
    func `every sampling decodes`(horizontal: [Int32], vertical: [Int32]) throws {
        let jpeg = DrawnJPEG(horizontal: horizontal, vertical: vertical).encode(Self.picture)
        #expect(try TileMaker.pixels(of: jpeg, 96, 64).meanError(to: Self.picture) < 2)
        let small = DrawnPicture.gradient(24, 16)
        #expect(try TileMaker.pixels(of: jpeg, 24, 16).meanError(to: small) < 3)
    }

    @Test(arguments: DrawnJPEG.Kind.allCases.filter { $0 != .gray })
    func `every kind of color decodes, whole and shrunk`(kind: DrawnJPEG.Kind) throws {
        // Half of the darkness of CMYK is black, so that its picture can be no lighter than 128.
        let isDark = kind == .cmyk || kind == .ycck
        let picture = DrawnPicture(96, 64) { x, y in
            isDark ? (UInt8(x), UInt8(y), UInt8(110 - x)) : (UInt8(2 * x), UInt8(3 * y), UInt8(200 - x))
        }
        let jpeg = DrawnJPEG(kind: kind, horizontal: [1, 1, 1], vertical: [1, 1, 1]).encode(picture)
        #expect(try TileMaker.pixels(of: jpeg, 96, 64).meanError(to: picture) < 2)
        let small = DrawnPicture(12, 8) { x, y in
            let pixel = picture[8 * x + 4, 8 * y + 4]
            return (pixel[0], pixel[1], pixel[2])
        }
        #expect(try TileMaker.pixels(of: jpeg, 12, 8).meanError(to: small) < 3)
    }

    @Test func `YCCK with subsampled chroma decodes`() throws {
        let picture = DrawnPicture(96, 64) { x, y in (UInt8(x), UInt8(y), UInt8(110 - x)) }
        let jpeg = DrawnJPEG(kind: .ycck).encode(picture)
        #expect(try TileMaker.pixels(of: jpeg, 96, 64).meanError(to: picture) < 3)
    }

    @Test func `CMYK without an Adobe segment counts ink, not paper`() throws {
        let picture = DrawnPicture(32, 32) { _, _ in (60, 90, 120) }
        var jpeg = DrawnJPEG(kind: .cmyk, horizontal: [1, 1, 1], vertical: [1, 1, 1]).encode(picture)
        jpeg.removeSubrange(DrawnJPEG.adobeSegment(of: jpeg))
        // The stored samples are 119, 179, 239 and 128; as ink they leave 136, 76 and 16 of 255, darkened by 128.
        let expected = DrawnPicture(32, 32) { _, _ in (68, 38, 8) }
        #expect(try TileMaker.pixels(of: jpeg, 32, 32).meanError(to: expected) < 2)
    }

    @Test func `gray has neutral chroma`() throws {
        let jpeg = DrawnJPEG(kind: .gray).encode(Self.picture)
        let tile = try TileMaker.pixels(of: jpeg, 96, 64)
        for pixel in stride(from: 0, to: tile.rgb.count, by: 3) {
            #expect(tile.rgb[pixel] == tile.rgb[pixel + 1] && tile.rgb[pixel] == tile.rgb[pixel + 2])
        }
        let luma = DrawnPicture(96, 64) { x, y in
            let pixel = Self.picture[x, y].map(Double.init)
            let luma = UInt8(0.299 * pixel[0] + 0.587 * pixel[1] + 0.114 * pixel[2])
            return (luma, luma, luma)
        }
        #expect(tile.meanError(to: luma) < 2)
    }

    @Test(arguments: [
        CJPEGOracleProcessBaseline, CJPEGOracleProcessProgressive, CJPEGOracleProcessArithmetic,
        CJPEGOracleProcessSeveralScans,
    ])
    func `every coding process decodes to the same picture, but for the rounding of two decoders`(
        process: CJPEGOracleProcess
    ) throws {
        let plain = try TileMaker.pixels(of: DrawnJPEG().encode(Self.picture), 24, 16)
        let other = try TileMaker.pixels(of: DrawnJPEG(process: process).encode(Self.picture), 24, 16)
        #expect(plain.meanError(to: other) < 3)
    }

    @Test func `a picture is decoded at the smallest scale that covers the tile`() throws {
        let bytes = DrawnJPEG().encode(.gradient(160, 96))
        let decoder = try ImageDecoder(limits: DecodingLimits(), background: .black)
        let header = try decoder.header(of: bytes)
        for (tile, width) in [((20, 12), 20), ((21, 12), 40), ((40, 24), 40), ((80, 48), 80), ((81, 48), 160)] {
            let size = PixelSize(width: tile.0, height: tile.1)
            let placement = StoredPlacement(of: header.size, .topLeft, on: size, framing: .crop)
            let file = ScreenshotFile(bytes: bytes, header: header, placement: placement)
            for scaled in [nil, decoder.skipped([file])[0]] {
                #expect(try decoder.decode(file, scaled).image.planes[0].size.width == width, "\(tile)")
            }
        }
    }

    @Test func `12 bits are refused as unsupported`() {
        // An extended frame of 12 bits, one component; then a scan of nothing.
        let jpeg: [UInt8] =
            [0xFF, 0xD8, 0xFF, 0xC1, 0, 11, 12, 0, 16, 0, 16, 1, 1, 0x11, 0]
            + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0xFF, 0xD9]
        #expect(failureCode { () throws(ImageError) in try TileMaker.pixels(of: jpeg, 8, 8) } == .unsupported)
    }

    @Test func `two components are refused as unsupported`() {
        let jpeg: [UInt8] =
            [0xFF, 0xD8, 0xFF, 0xC0, 0, 14, 8, 0, 16, 0, 16, 2, 1, 0x11, 0, 2, 0x11, 0]
            + [0xFF, 0xDA, 0, 10, 2, 1, 0, 2, 0, 0, 63, 0, 0xFF, 0xD9]
        #expect(failureCode { () throws(ImageError) in try TileMaker.pixels(of: jpeg, 8, 8) } == .unsupported)
    }
}
