import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleCuesPastTheEndTests {
    @Test func `cues that start at the end of the film or later are found`() throws {
        let file = track(times: [(0, 10), (10, 20), (20, 30)])
        #expect(try DoctorRule.cuesPastTheEnd.lines(in: file, duration: Timestamp(milliseconds: 10)) == [6, 9])
        #expect(try DoctorRule.cuesPastTheEnd.lines(in: file, duration: Timestamp(milliseconds: 21)) == [])
        #expect(try DoctorRule.cuesPastTheEnd.lines(in: file) == [])
    }
}
