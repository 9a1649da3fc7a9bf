import Testing
import TiledJPEG

struct JPEGPreambleTests {
    @Test func `a prefix is enough as soon as it holds the frame header`() {
        let jpeg = DrawnJPEG(metadata: DrawnExif(value: 3).segment)
        let frameEnd =
            (DrawnJPEG.startOfImage + DrawnJPEG.jfif + jpeg.metadata + DrawnJPEG.quantizers()).count
            + jpeg.frame.count
        for length in 3...jpeg.bytes.count {
            let prefix = Array(jpeg.bytes.prefix(length))
            #expect(failureCode { try ImageHeader(parsing: prefix) } == (length < frameEnd ? .truncated : nil))
        }
    }

    @Test func `every sufficient prefix tells the same`() throws {
        let jpeg = DrawnJPEG(metadata: DrawnExif(value: 3).segment)
        let whole = try ImageHeader(parsing: jpeg.bytes)
        #expect(whole.orientation == .bottomRight)
        for length in 3...jpeg.bytes.count {
            guard let header = try? ImageHeader(parsing: Array(jpeg.bytes.prefix(length))) else { continue }
            #expect(header == whole)
        }
    }

    @Test func `tables that do not add up do not hide the size`() throws {
        let jpeg = DrawnJPEG(metadata: DrawnJPEG.segment(0xDB, [0x99]) + DrawnJPEG.segment(0xC4, [0x99]))
        #expect(try ImageHeader(parsing: jpeg.bytes).size == PixelSize(width: 40, height: 20))
    }

    @Test func `metadata behind the frame header and before the scan counts`() throws {
        let jpeg = DrawnJPEG()
        let bytes = DrawnJPEG.startOfImage + jpeg.frame + DrawnExif(value: 2).segment + jpeg.scan
        #expect(try ImageHeader(parsing: bytes).orientation == .topRight)
    }

    @Test func `damage after the frame header does not count as a short prefix`() {
        let bytes = DrawnJPEG.startOfImage + DrawnJPEG().frame + [0x12, 0x34]
        #expect(failureCode { try ImageHeader(parsing: bytes) } == .malformed)
    }
}
