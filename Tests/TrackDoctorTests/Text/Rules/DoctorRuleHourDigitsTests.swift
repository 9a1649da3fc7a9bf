import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleHourDigitsTests {
    @Test(arguments: [
        ("0:00:00.000 --> 0:00:01.000", [3]), ("9:59:50.000 --> 10:00:00.000", [3]),
        ("00:00:00.000 --> 100:00:01.000", [3]), ("00:00:00.000 --> 00:00:01.000", []),
        ("00:00.000 --> 00:01.000", []), ("00:00.000 --> 01:00:00.000", []), ("99:00:00.000 --> 99:59:59.999", []),
        ("0:00:00.0 --> 0:00:01.0", []),
    ])
    func `hours of any number of digits but two are found`(timings: String, lines: [Int]) throws {
        #expect(try DoctorRule.hourDigits.lines(in: "WEBVTT\n\n\(timings)\na") == lines)
    }

    @Test func `three digits behind the first cue are found on their line`() throws {
        let file = track([(0, 1000, "a"), (1000, 360_000_000, "b"), (360_000_000, 360_001_000, "c")])
        #expect(try DoctorRule.hourDigits.lines(in: file) == [6, 9])
    }
}
