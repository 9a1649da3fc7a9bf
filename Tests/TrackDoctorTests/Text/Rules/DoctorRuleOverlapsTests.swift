import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleOverlapsTests {
    @Test func `a cue that begins within an earlier one is found`() throws {
        #expect(try DoctorRule.overlaps.lines(in: track(times: [(0, 100), (10, 20), (50, 60), (100, 110)])) == [6, 9])
    }

    @Test func `cues that touch are in order, also out of order in the file`() throws {
        #expect(try DoctorRule.overlaps.lines(in: track(times: [(10, 20), (0, 10), (20, 30)])) == [])
    }
}
