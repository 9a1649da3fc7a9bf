import Testing
import TiledJPEG

struct WebPHeaderTests {
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
