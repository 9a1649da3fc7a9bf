import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleSharedSecondsTests {
    @Test func `cues that start in one second are found, in the order of time`() throws {
        let times: [(Int64, Int64)] = [(0, 1400), (1900, 2000), (1400, 1900), (2000, 2000), (2000, 3000)]
        #expect(try DoctorRule.sharedSeconds.lines(in: track(times: times)) == [6])
    }
}
