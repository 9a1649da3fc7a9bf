import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleTimeSpellingTests {
    @Test(arguments: [
        ("00:00.000 --> 00:01.000", []), ("0:00:00.000 --> 100:00:01.000", []), ("00:00.0 --> 00:01.000", [3]),
        ("00:00.000 --> 00:01", [3]), ("0 --> 1", [3]), ("00:00,000 --> 00:01,000", []),
    ])
    func `a time is found where WebVTT has another spelling for it`(timings: String, lines: [Int]) throws {
        #expect(try DoctorRule.timeSpelling.lines(in: "WEBVTT\n\n\(timings)\na") == lines)
    }
}
