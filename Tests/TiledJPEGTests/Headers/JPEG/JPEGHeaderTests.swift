import Testing
import TiledJPEG

struct JPEGHeaderTests {
    @Test func `a whole header is read and ends where the entropy-coded data begins`() throws {
        let jpeg = DrawnJPEG()
        var reader = try JPEGSegmentReader(jpeg.bytes)
        let header = try JPEGHeader(&reader)
        #expect(header.entropyStart == jpeg.head.count)
        #expect(reader.position == jpeg.head.count)
        #expect(header.segments.map(\.marker.rawValue) == [0xE0, 0xDB, 0xC0, 0xC4, 0xDD, 0xDA])
        #expect(header.restartInterval == 3)
        #expect(header.hasJFIF)
        #expect(try reader.entropySegments().map(\.count) == [5, 5])
        #expect(try reader.next().marker == .endOfImage)
    }

    @Test func `segments lie side by side from SOI to the scan`() throws {
        let jpeg = DrawnJPEG()
        let segments = try JPEGHeader(parsing: jpeg.bytes).segments
        var end = 2
        for segment in segments {
            #expect(segment.range.lowerBound == end)
            #expect(segment.payload.upperBound == segment.range.upperBound)
            end = segment.range.upperBound
        }
        #expect(end == jpeg.head.count)
    }

    @Test func `without its segments a header has no interval, no metadata and lies upright`() throws {
        let jpeg = DrawnJPEG()
        let header = try JPEGHeader(parsing: DrawnJPEG.startOfImage + jpeg.frame + jpeg.scan)
        #expect(header.restartInterval == 0)
        #expect(!header.hasJFIF)
        #expect(!header.hasICCProfile)
        #expect(header.adobeTransform == nil)
        #expect(header.orientation == .topLeft)
        #expect(header.quantizers == [nil, nil, nil, nil])
    }

    @Test func `the last restart interval counts and has two bytes`() throws {
        let earlier = DrawnJPEG.segment(0xDD, [0xFF, 0xFF])
        #expect(try JPEGHeader(parsing: DrawnJPEG(metadata: earlier).bytes).restartInterval == 3)
        for payload: [UInt8] in [[], [1], [0, 1, 0]] {
            let jpeg = DrawnJPEG(metadata: DrawnJPEG.segment(0xDD, payload))
            #expect(failureCode { try JPEGHeader(parsing: jpeg.bytes) } == .malformed)
        }
    }

    @Test func `Adobe's transform, Exif and the profile are found`() throws {
        let adobe = DrawnJPEG.segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 2])
        let icc = DrawnJPEG.segment(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1])
        let header = try JPEGHeader(parsing: DrawnJPEG(metadata: adobe + icc + DrawnExif(value: 4).segment).bytes)
        #expect(header.adobeTransform == 2)
        #expect(header.hasICCProfile)
        #expect(header.orientation == .bottomLeft)
    }

    @Test func `application segments of other makers are ignored`() throws {
        let short = DrawnJPEG.segment(0xEE, Array("Adobe".utf8) + [0, 100])
        let other = DrawnJPEG.segment(0xE2, Array("MPF\0".utf8)) + DrawnJPEG.segment(0xEE, [])
        let header = try JPEGHeader(parsing: DrawnJPEG(metadata: short + other).bytes)
        #expect(header.adobeTransform == nil)
        #expect(!header.hasICCProfile)
    }

    @Test func `a second frame header is malformed`() {
        let jpeg = DrawnJPEG(metadata: DrawnJPEG().frame)
        #expect(failureCode { try JPEGHeader(parsing: jpeg.bytes) } == .malformed)
    }

    @Test func `a scan or an end without a frame is malformed`() {
        let scan = DrawnJPEG.startOfImage + DrawnJPEG().scan
        #expect(failureCode { try JPEGHeader(parsing: scan) } == .malformed)
        #expect(failureCode { try ImageHeader(parsing: scan) } == .malformed)
        let end: [UInt8] = [0xFF, 0xD8, 0xFF, 0xD9]
        #expect(failureCode { try JPEGHeader(parsing: end) } == .malformed)
        #expect(failureCode { try ImageHeader(parsing: end) } == .malformed)
    }

    @Test func `a marker that stands alone before the scan is malformed`() {
        for marker: UInt8 in [0x01, 0xD0, 0xD7, 0xD8, 0xD9] {
            let jpeg = DrawnJPEG(metadata: [0xFF, marker])
            #expect(failureCode { try JPEGHeader(parsing: jpeg.bytes) } == .malformed)
        }
    }

    private func header(_ payload: [UInt8]) throws -> JPEGHeader {
        let jpeg = DrawnJPEG()
        let tables = DrawnJPEG.quantizers() + DrawnJPEG.segment(0xC4, payload)
        return try JPEGHeader(parsing: DrawnJPEG.startOfImage + tables + jpeg.frame + jpeg.scan)
    }

    private func code(_ counts: [UInt8]) -> TiledJPEGError.Code? {
        failureCode { try header(DrawnJPEG.huffman(0, counts: counts)) }
    }

    @Test func `several tables in one segment go to their places`() throws {
        let header = try header(DrawnJPEG.huffman(0x02, counts: [0, 2, 1]) + DrawnJPEG.huffman(0x13, counts: [1]))
        #expect(header.dcTables.map { $0 != nil } == [false, false, true, false])
        #expect(header.acTables.map { $0 != nil } == [false, false, false, true])
        #expect(header.dcTables[2]?.counts == [0, 2, 1] + Array(repeating: 0, count: 13))
        #expect(header.dcTables[2]?.symbols == [0, 1, 2])
        #expect(header.acTables[3]?.symbols == [0])
    }

    @Test func `a table may be empty and may hold 256 symbols`() {
        #expect(code([]) == nil)
        #expect(code([0, 0, 0, 0, 0, 0, 0, 1, 255]) == nil)
    }

    /// No code consists of 1-bits only (T.81, annex C); libjpeg refuses tables that have one.
    @Test func `codes have to fit their length and leave out all ones`() {
        #expect(code([2]) == .malformed)
        #expect(code([3]) == .malformed)
        #expect(code([1, 1]) == nil)
        #expect(code([1, 2]) == .malformed)
        #expect(code([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]) == nil)
        #expect(code([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2]) == .malformed)
        #expect(code([0, 0, 0, 0, 0, 0, 0, 255]) == nil)
    }

    @Test func `more than 256 symbols are malformed`() {
        #expect(code([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 255]) == .malformed)
        #expect(code([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 255]) == nil)
    }

    @Test func `a class above 1, a number above 3 and a short table are malformed`() {
        for head: UInt8 in [0x04, 0x14, 0x20, 0x80, 0x0F] {
            #expect(failureCode { try header(DrawnJPEG.huffman(head, counts: [1])) } == .malformed)
        }
        let table = DrawnJPEG.huffman(0, counts: [0, 1, 2])
        for length in 1..<table.count {
            #expect(failureCode { try header(Array(table.prefix(length))) } == .malformed, "\(length) bytes")
        }
    }

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

    private func quantizers(_ segments: [UInt8]) throws -> [JPEGQuantizer?] {
        let jpeg = DrawnJPEG(metadata: segments)
        return try JPEGHeader(
            parsing: DrawnJPEG.startOfImage + segments + jpeg.frame + DrawnJPEG.huffmanTables + jpeg.scan
        ).quantizers
    }

    @Test func `a table's values come in file order`() throws {
        let tables = try quantizers(DrawnJPEG.segment(0xDB, [2] + Array(0..<64)))
        #expect(tables.map { $0 != nil } == [false, false, true, false])
        #expect(tables[2]?.values == (0..<64).map { UInt16($0) })
        #expect(tables[2]?.precision == 8)
    }

    @Test func `16-bit values are big-endian`() throws {
        let tables = try quantizers(DrawnJPEG.quantizers(precision: 1))
        #expect(tables[0]?.values == Array(repeating: 0x0102, count: 64))
        #expect(tables[1]?.precision == 16)
    }

    @Test func `a later definition replaces an earlier one`() throws {
        let first = DrawnJPEG.segment(0xDB, [0] + Array(repeating: 7, count: 64))
        let second = DrawnJPEG.segment(0xDB, [0] + Array(repeating: 9, count: 64))
        #expect(try quantizers(first + second)[0]?.values.first == 9)
    }

    @Test func `a table cut short, of number 4 or of another precision is malformed`() {
        for payload in [
            [0] + Array(repeating: 1, count: 63), [0x10] + Array(repeating: 1, count: 127),
            [4] + Array(repeating: 1, count: 64), [0x20] + Array(repeating: 1, count: 192),
            [0] + Array(repeating: 1, count: 65),
        ] as [[UInt8]] {
            #expect(failureCode { try quantizers(DrawnJPEG.segment(0xDB, payload)) } == .malformed)
        }
    }
}
