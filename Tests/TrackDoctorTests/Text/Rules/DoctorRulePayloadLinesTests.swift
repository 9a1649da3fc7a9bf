import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRulePayloadLinesTests {
    @Test func `a payload of two lines is found`() throws {
        #expect(try DoctorRule.payloadLines.lines(in: track(payloads: ["a.jpg\n ", "a.jpg\nb.jpg", ""])) == [7])
    }

    @Test func `the identifier of a next cue that no blank line parts is found`() throws {
        let file = "WEBVTT\n\n00:00.000 --> 00:01.000\na\n2\n00:01.000 --> 00:02.000\nb"
        #expect(try DoctorRule.payloadLines.lines(in: file) == [3])
    }
}
