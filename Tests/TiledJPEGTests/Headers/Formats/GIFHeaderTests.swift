import Testing
import TiledJPEG

struct GIFHeaderTests {
    private let signature = Array("GIF89a".utf8)

    @Test func `the sides are little-endian`() throws {
        let header = try ImageHeader(parsing: signature + [0x02, 0x01, 0x04, 0x03])
        #expect(header.size == PixelSize(width: 0x0102, height: 0x0304))
        #expect(header.orientation == .topLeft)
        #expect(!header.hasICCProfile)
    }

    @Test func `a side of zero is malformed`() {
        #expect(failureCode { try ImageHeader(parsing: signature + [0, 0, 1, 0]) } == .malformed)
        #expect(failureCode { try ImageHeader(parsing: signature + [1, 0, 0, 0]) } == .malformed)
    }

    @Test func `an end within the size is truncated`() {
        for length in 0..<4 {
            let bytes = signature + [UInt8](repeating: 1, count: length)
            #expect(failureCode { try ImageHeader(parsing: bytes) } == .truncated)
        }
    }
}
