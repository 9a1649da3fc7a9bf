import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleUnseparatedCuesTests {
    private let cue = "00:00.000 --> 00:01.000\na.jpg"

    @Test func `a blank line with spaces in it is found, and cues without any between them`() throws {
        let file = "WEBVTT\n\n\(cue)\n \t\n\(cue)\n\(cue)\n\n\(cue)"
        #expect(try DoctorRule.unseparatedCues.lines(in: file) == [5, 8])
        #expect(try DoctorRule.unseparatedCues.lines(in: "WEBVTT\n\(cue)") == [2])
        #expect(try DoctorRule.unseparatedCues.lines(in: "WEBVTT\n \n\(cue)") == [2])
    }

    @Test func `cues with an empty line between them are accepted, also with other blocks`() throws {
        let file = "\(cue)\n \n\nNOTE a\nb\n\n \n1\n\(cue)\n\n\n\(cue)\n \n"
        #expect(try DoctorRule.unseparatedCues.lines(in: file) == [])
    }
}
