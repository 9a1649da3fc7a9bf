import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleOrderTests {
    @Test func `a cue that starts before the one in front of it is found`() throws {
        #expect(try DoctorRule.order.lines(in: track(times: [(0, 5), (10, 15), (5, 10), (5, 9), (15, 20)])) == [9])
    }
}
