import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleSettingsTests {
    @Test func `text after the times is found, and spaces are accepted`() throws {
        let file = "WEBVTT\n\n00:00.000 --> 00:01.000 align:left\na\n\n00:01.000 --> 00:02.000 \t\nb"
        #expect(try DoctorRule.settings.lines(in: file) == [3])
    }
}
