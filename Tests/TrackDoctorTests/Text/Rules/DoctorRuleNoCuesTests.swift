import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleNoCuesTests {
    @Test func `a track without cues is found, one cue is enough`() throws {
        #expect(try DoctorRule.noCues.lines(in: "WEBVTT\n\nNOTE nothing") == [-1])
        #expect(try DoctorRule.noCues.lines(in: track(times: [(0, 1)])) == [])
    }
}
