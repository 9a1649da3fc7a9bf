import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleUnreadableTimesTests {
    @Test func `a cue is found when not even a person could read its times`() throws {
        let file = "WEBVTT\n\n00:00.000 --> soon\na\n\n00:00.0 --> 00:01.0\nb\n\n00:99:00.000 --> 02:00:00.000\nc"
        #expect(try DoctorRule.unreadableTimes.lines(in: file) == [3, 9])
    }
}
