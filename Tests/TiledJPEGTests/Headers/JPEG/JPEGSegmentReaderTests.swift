import Seeded
import Testing
import TiledJPEG

struct JPEGSegmentReaderTests {
    private func segments(_ body: [UInt8]) throws -> [JPEGSegment] {
        var reader = try JPEGSegmentReader([0xFF, 0xD8] + body)
        var found: [JPEGSegment] = []
        while reader.position < reader.bytes.count { found.append(try reader.next()) }
        return found
    }

    private func entropy(_ body: [UInt8]) throws -> (ranges: [Range<Int>], next: JPEGMarker) {
        var reader = try JPEGSegmentReader([0xFF, 0xD8] + body)
        let ranges = try reader.entropySegments()
        return (ranges, try reader.next().marker)
    }

    @Test func `a file that does not begin with SOI is unrecognized`() {
        for bytes: [UInt8] in [[], [0xFF], [0xFF, 0xD9], [0x00, 0xFF, 0xD8]] {
            #expect(failureCode { try JPEGSegmentReader(bytes) } == .unrecognizedFormat)
        }
    }

    @Test func `segments are separated and located`() throws {
        let found = try segments([0xFF, 0xFE, 0x00, 0x05, 1, 2, 3, 0xFF, 0xDD, 0x00, 0x04, 0, 9])
        #expect(found.map(\.marker.rawValue) == [0xFE, 0xDD])
        #expect(found.map(\.range) == [2..<9, 9..<15])
        #expect(found.map(\.payload) == [6..<9, 13..<15])
    }

    @Test func `a segment may be empty and a length below two is malformed`() throws {
        let found = try segments([0xFF, 0xFE, 0x00, 0x02])
        #expect(found.map(\.payload) == [6..<6])
        #expect(failureCode { try segments([0xFF, 0xFE, 0x00, 0x01, 0]) } == .malformed)
        #expect(failureCode { try segments([0xFF, 0xFE, 0x00, 0x00, 0]) } == .malformed)
    }

    @Test func `fill bytes before a marker are not part of its segment`() throws {
        let found = try segments([0xFF, 0xFF, 0xFF, 0xFE, 0x00, 0x03, 7, 0xFF, 0xFF, 0xD9])
        #expect(found.map(\.marker) == [JPEGMarker(rawValue: 0xFE), .endOfImage])
        #expect(found.map(\.range) == [4..<9, 10..<12])
    }

    @Test func `markers that stand alone have no length`() throws {
        let found = try segments([0xFF, 0x01, 0xFF, 0xD0, 0xFF, 0xD8, 0xFF, 0xD9])
        #expect(found.map(\.marker.rawValue) == [0x01, 0xD0, 0xD8, 0xD9])
        #expect(found.allSatisfy { $0.payload.isEmpty && $0.range.count == 2 })
    }

    @Test func `anything but a marker between segments is malformed`() {
        #expect(failureCode { try segments([0x00, 0xFF, 0xD9]) } == .malformed)
        #expect(failureCode { try segments([0xFF, 0x00]) } == .malformed)
        #expect(failureCode { try segments([0xFF, 0xFF, 0x00]) } == .malformed)
    }

    @Test func `an end within a segment is truncated and leaves the position`() throws {
        let segment: [UInt8] = [0xFF, 0xFF, 0xFE, 0x00, 0x06, 1, 2, 3, 4]
        for length in 0..<segment.count {
            var reader = try JPEGSegmentReader([0xFF, 0xD8] + segment.prefix(length))
            #expect(failureCode { try reader.next() } == .truncated, "\(length) bytes")
            #expect(reader.position == 2)
        }
    }

    @Test func `entropy-coded data ends at the first marker that is not a restart marker`() throws {
        let found = try entropy([1, 2, 3, 0xFF, 0xD9])
        #expect(found.ranges == [2..<5])
        #expect(found.next == .endOfImage)
    }

    @Test func `stuffed bytes belong to the data`() throws {
        let found = try entropy([0xFF, 0x00, 5, 0xFF, 0x00, 0xFF, 0x00, 0xFF, 0xD9])
        #expect(found.ranges == [2..<9])
    }

    @Test func `an interval may be empty`() throws {
        let found = try entropy([0xFF, 0xD0, 0xFF, 0xD1, 0xFF, 0xDA, 0x00, 0x02])
        #expect(found.ranges == [2..<2, 4..<4, 6..<6])
        #expect(found.next == .startOfScan)
    }

    @Test func `fill bytes before a restart or end marker are left out`() throws {
        let found = try entropy([1, 0xFF, 0xFF, 0xFF, 0xD0, 2, 0xFF, 0xFF, 0xD9])
        #expect(found.ranges == [2..<3, 7..<8])
        #expect(found.next == .endOfImage)
    }

    @Test func `fill bytes before a stuffed zero are malformed`() {
        #expect(failureCode { try entropy([1, 0xFF, 0xFF, 0x00, 2, 0xFF, 0xD9]) } == .malformed)
    }

    @Test(arguments: [7, 8, 9, 17])
    func `restart markers count from 0 and wrap behind 7`(count: Int) throws {
        var body: [UInt8] = []
        for number in 0..<count { body += [UInt8(number), 0xFF, 0xD0 + UInt8(number % 8)] }
        let found = try entropy(body + [0x55, 0xFF, 0xD9])
        #expect(found.ranges == (0...count).map { 2 + 3 * $0..<3 + 3 * $0 })
    }

    @Test func `a restart marker out of turn is malformed`() {
        for first: UInt8 in 0xD1...0xD7 {
            #expect(failureCode { try entropy([1, 0xFF, first, 2, 0xFF, 0xD9]) } == .malformed)
        }
        #expect(failureCode { try entropy([1, 0xFF, 0xD0, 2, 0xFF, 0xD0, 3, 0xFF, 0xD9]) } == .malformed)
        #expect(failureCode { try entropy([1, 0xFF, 0xD0, 2, 0xFF, 0xD2, 3, 0xFF, 0xD9]) } == .malformed)
    }

    @Test func `data that no marker ends is truncated`() {
        for body: [UInt8] in [
            [], [1, 2], [1, 0xFF], [1, 0xFF, 0xFF], [1, 0xFF, 0x00], [1, 0xFF, 0xD0], [0xFF, 0x00],
        ] {
            #expect(failureCode { try entropy(body) } == .truncated, "\(body)")
        }
    }

    @Test func `more intervals than the maximum are malformed`() throws {
        let bytes: [UInt8] = [0xFF, 0xD8, 1, 0xFF, 0xD0, 2, 0xFF, 0xD1, 3, 0xFF, 0xD9]
        var enough = try JPEGSegmentReader(bytes)
        #expect(try enough.entropySegments(atMost: 3).count == 3)
        var tooFew = try JPEGSegmentReader(bytes)
        #expect(failureCode { try tooFew.entropySegments(atMost: 2) } == .malformed)
    }

    @Test func `the marker is found at every distance after any bytes`() throws {
        var random = SeededGenerator(seed: 11)
        for length in 0..<200 {
            var body = (0..<length).map { _ in UInt8.random(in: 0...0xFE, using: &random) }
            if length > 3 { body.replaceSubrange(length / 2..<length / 2 + 2, with: [0xFF, 0x00]) }
            let found = try entropy(body + [0xFF, 0xD0, 0xFE, 0xFF, 0xD9])
            #expect(found.ranges == [2..<2 + length, 4 + length..<5 + length])
        }
    }

    @Test func `thirteen markers start a frame`() {
        let frames = (UInt8.min...UInt8.max).filter { JPEGMarker(rawValue: $0).isFrame }
        #expect(
            frames == [0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF])
    }

    @Test func `restarts, start, end and TEM stand alone`() {
        let alone = (UInt8.min...UInt8.max).filter { JPEGMarker(rawValue: $0).isStandalone }
        #expect(alone == [0x01] + Array(0xD0...0xD9))
        let restarts = (UInt8.min...UInt8.max).filter { JPEGMarker(rawValue: $0).isRestart }
        #expect(restarts == Array(0xD0...0xD7))
    }

    @Test func `restart numbers count modulo eight`() {
        #expect((0..<10).map { JPEGMarker.restart($0).rawValue & 0x0F } == [0, 1, 2, 3, 4, 5, 6, 7, 0, 1])
        #expect(JPEGMarker.restart(65_535) == .restart(7))
        #expect(JPEGMarker.application(14).rawValue == 0xEE)
    }

    @Test func `a marker is written in two hexadecimal bytes`() {
        #expect("\(JPEGMarker.startOfScan)" == "FFDA")
        #expect("\(JPEGMarker(rawValue: 1))" == "FF01")
    }
}
