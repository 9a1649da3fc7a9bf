import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleIdentifiersTests {
    @Test func `a cue with an identifier is found on its timing line`() throws {
        let file = "WEBVTT\n\n1\n00:00.000 --> 00:01.000\na\n\n00:01.000 --> 00:02.000\nb\n\nNOTE\nx"
        #expect(try DoctorRule.identifiers.lines(in: file) == [4])
    }
}
