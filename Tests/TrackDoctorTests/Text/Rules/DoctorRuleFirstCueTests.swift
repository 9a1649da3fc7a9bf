import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleFirstCueTests {
    @Test func `a first cue after 0 is found anywhere in the file`() throws {
        #expect(try DoctorRule.firstCue.lines(in: track(times: [(8000, 9000), (4000, 8000)])) == [6])
        #expect(try DoctorRule.firstCue.lines(in: track(times: [(4000, 8000), (0, 4000)])) == [])
    }
}
