import Testing

@testable import TiledJPEG

struct ForeignContentTests {
    private static func brands(_ brands: String...) -> [UInt8] {
        [0, 0, 0, UInt8(8 + 4 * (brands.count + 1))] + Array("ftyp\(brands[0])".utf8) + [0, 0, 0, 0]
            + brands.dropFirst().flatMap { Array($0.utf8) }
    }

    private static let bitmap: [UInt8] =
        Array("BM".utf8) + [0x36, 0, 1, 0, 0, 0, 0, 0, 0x36, 0, 0, 0, 40, 0, 0, 0, 64, 0, 0, 0]

    @Test(
        arguments: [
            (brands("heic", "mif1", "heic"), .picture, "HEIC"), (brands("mif1", "heic"), .picture, "HEIC"),
            (brands("avif", "mif1", "miaf"), .picture, "AVIF"), (brands("mif1", "avif"), .picture, "AVIF"),
            (brands("mif1", "mif1"), .picture, "HEIF"), ([0x49, 0x49, 0x2A, 0, 8, 0, 0, 0], .picture, "TIFF"),
            ([0x4D, 0x4D, 0, 0x2A], .picture, "TIFF"), (bitmap, .picture, "BMP"),
            ([0xFF, 0x0A, 1], .picture, "JPEG XL"),
            ([0, 0, 0, 12] + Array("JXL \r\n".utf8) + [0x87, 0x0A], .picture, "JPEG XL"),
            ([0, 0, 0, 12] + Array("jP  \r\n".utf8) + [0x87, 0x0A], .picture, "JPEG 2000"),
            (Array("<?xml version='1.0'?>\n<svg xmlns='x'/>".utf8), .picture, "SVG"),
            (Array("\u{FEFF}\n<!DOCTYPE HTML><html>".utf8), .page, "HTML"), (Array("<html>".utf8), .page, "HTML"),
            (Array("<?xml version='1.0'?><Error><Code>AccessDenied".utf8), .page, "XML"),
            (Array("{\"error\": 404}".utf8), .page, "JSON"), (Array("PK\u{3}\u{4}".utf8), .archive, "ZIP"),
            (Array("%PDF-1.7".utf8), .document, "PDF"),
            ([0x1F, 0x8B, 8], .archive, "gzip"), (brands("isom", "avc1", "mp41"), .film, "MP4"),
            (brands("qt  "), .film, "QuickTime"), ([0x1A, 0x45, 0xDF, 0xA3], .film, "Matroska"),
            (Array("RIFF".utf8) + [0, 0, 0, 0] + Array("AVI LIST".utf8), .film, "AVI"),
        ] as [([UInt8], ForeignContent.Kind, String)])
    func `other content is recognized by first bytes`(bytes: [UInt8], kind: ForeignContent.Kind, name: String) throws {
        let content = try #require(ForeignContent(sniffing: bytes))
        #expect(content.kind == kind && content.name == name)
        #expect(ForeignContent(sniffing: bytes + Array(repeating: 0x20, count: 600)) == content)
        let error = #expect(throws: TiledJPEGError.self) { try ImageHeader(parsing: bytes) }
        #expect(error?.code == .unrecognizedFormat && error?.reason == content.reason)
        #expect(content.reason.contains(name))
    }

    @Test(
        arguments: [
            DrawnJPEG().bytes, DrawnPNG().bytes, [], [0], Array("BMW is a car, not a bitmap".utf8),
            Array("ch1 4 s".utf8), Array("RIFF....WEBPVP8 ".utf8), Array("GIF89a".utf8), [0, 0, 0, 8, 0x66, 0x74],
            Array("<unknown/>".utf8), Array("{1}".utf8),
        ] as [[UInt8]])
    func `pictures that are read, and unknown bytes, are not other content`(bytes: [UInt8]) {
        #expect(ForeignContent(sniffing: bytes) == nil)
    }

    private func webp(_ chunk: String, _ payload: [UInt8]) -> [UInt8] {
        Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBP\(chunk)".utf8) + [UInt8(payload.count), 0, 0, 0] + payload
    }

    private let lossy: [UInt8] = [0x30, 0x01, 0x00, 0x9D, 0x01, 0x2A, 0x40, 0x01, 0xB4, 0x00]
    private let extended: [UInt8] = [0x10, 0, 0, 0, 0x3F, 0x01, 0x00, 0xB3, 0x00, 0x00]
    /// 319 in the low 14 bits, 179 in the next 14, then alpha and version.
    private let lossless: [UInt8] = [0x2F, 0x3F, 0xC1, 0x2C, 0x10]

    @Test func `lossy, lossless and extended files give their size`() throws {
        let expected = PixelSize(width: 320, height: 180)
        #expect(try ImageHeader(parsing: webp("VP8 ", lossy)).size == expected)
        #expect(try ImageHeader(parsing: webp("VP8L", lossless)).size == expected)
        #expect(try ImageHeader(parsing: webp("VP8X", extended)).size == expected)
    }

    @Test func `scaling bits are not part of a lossy size`() throws {
        var payload = lossy
        payload[7] |= 0xC0
        payload[9] |= 0x40
        #expect(try ImageHeader(parsing: webp("VP8 ", payload)).size == PixelSize(width: 320, height: 180))
    }

    @Test func `the largest canvas has three bytes a side`() throws {
        let payload: [UInt8] = [0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
        #expect(
            try ImageHeader(parsing: webp("VP8X", payload)).size == PixelSize(width: 1 << 24, height: 1 << 24))
    }

    @Test func `a tiny lossless file shorter than any lossy header is whole`() throws {
        let bytes = webp("VP8L", [0x2F, 0x00, 0x00, 0x00, 0x00, 0x6B])
        #expect(bytes.count == 26)
        #expect(try ImageHeader(parsing: bytes).size == PixelSize(width: 1, height: 1))
    }

    @Test func `every prefix that ends within the size is truncated`() {
        for (chunk, payload) in [("VP8 ", lossy), ("VP8L", lossless), ("VP8X", extended)] {
            let bytes = webp(chunk, payload)
            for length in 12..<bytes.count {
                #expect(
                    failureCode { try ImageHeader(parsing: Array(bytes.prefix(length))) } == .truncated,
                    "\(chunk), \(length) bytes")
            }
        }
    }

    @Test func `another chunk, a wrong start code and a side of zero are malformed`() {
        #expect(failureCode { try ImageHeader(parsing: webp("ICCP", extended)) } == .malformed)
        for index in 3...5 {
            var payload = lossy
            payload[index] ^= 1
            #expect(failureCode { try ImageHeader(parsing: webp("VP8 ", payload)) } == .malformed)
        }
        var payload = lossless
        payload[0] = 0x2E
        #expect(failureCode { try ImageHeader(parsing: webp("VP8L", payload)) } == .malformed)
        payload = lossy
        payload.replaceSubrange(6..<8, with: [0, 0])
        #expect(failureCode { try ImageHeader(parsing: webp("VP8 ", payload)) } == .malformed)
    }
}
