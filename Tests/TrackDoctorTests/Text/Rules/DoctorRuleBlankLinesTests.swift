import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleBlankLinesTests {
    @Test func `an even number of blank lines in front of a cue is found`() throws {
        let cue = "00:00.000 --> 00:01.000\na.jpg"
        #expect(try DoctorRule.blankLines.lines(in: "WEBVTT\n\n\n\(cue)\n\n\n1\n\(cue)\n\n\n\n\n\n\(cue)") == [4, 8])
    }

    @Test func `an odd number, and blank lines that no cue follows, are in order`() throws {
        let cue = "00:00.000 --> 00:01.000\na.jpg"
        let file = "WEBVTT\n\n\nNOTE a\n\n\(cue)\n\n\n\n\(cue)\n\n\n"
        #expect(try DoctorRule.blankLines.lines(in: file) == [])
    }
}
