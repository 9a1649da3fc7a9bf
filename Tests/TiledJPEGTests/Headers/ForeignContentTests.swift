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
}
