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
}
