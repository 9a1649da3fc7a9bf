import Foundation
import Testing

@testable import WebVTT

@Suite struct TimestampTests {
    @Test(
        arguments: [
            (-1, 0), (0, 0), (1 << 53, 1 << 53), ((1 << 53) + 1, 1 << 53), (Int64.min, 0), (Int64.max, 1 << 53),
        ] as [(Int64, Int64)])
    func `milliseconds are moved into range`(given: Int64, kept: Int64) {
        #expect(Timestamp(milliseconds: given).milliseconds == kept)
    }

    @Test(
        arguments: [
            (83.5, 83_500), (0.0004, 0), (0.0005, 1), (1.0015, 1002), (-0.0001, 0), (-5, 0), (-Double.infinity, 0),
            (.infinity, 1 << 53), (1e300, 1 << 53), (9_007_199_254_740.992, 1 << 53), (.leastNonzeroMagnitude, 0),
        ] as [(Double, Int64)])
    func `seconds round to the nearest millisecond and clamp`(seconds: Double, milliseconds: Int64) {
        #expect(Timestamp(seconds: seconds)?.milliseconds == milliseconds)
    }

    @Test func `NaN is not a time`() {
        #expect(Timestamp(seconds: .nan) == nil)
        #expect(Timestamp(seconds: -.signalingNaN) == nil)
    }

    @Test func `times are ordered and the open end is the last hundredth hour's end`() {
        #expect(Timestamp.zero < .openEnd)
        #expect(Timestamp.openEnd < .latest)
        #expect(Timestamp.openEnd.description == "99:59:59.999")
    }

    @Test func `coding is one integer`() throws {
        let times = [Timestamp.zero, .openEnd, .latest]
        let json = try JSONEncoder().encode(times)
        #expect(String(decoding: json, as: UTF8.self) == "[0,359999999,9007199254740992]")
        #expect(try JSONDecoder().decode([Timestamp].self, from: json) == times)
    }

    @Test(arguments: ["[-1]", "[9007199254740993]", "[1.5]", "[\"1\"]", "[null]"])
    func `decoding refuses values that are not times`(json: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([Timestamp].self, from: Data(json.utf8))
        }
    }
}
