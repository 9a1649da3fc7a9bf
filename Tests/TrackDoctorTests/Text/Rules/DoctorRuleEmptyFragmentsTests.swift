import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleEmptyFragmentsTests {
    @Test func `a rectangle without width or height is found`() throws {
        let file = track(payloads: ["a#xywh=0,0,0,9", "a#xywh=0,0,16,0", "a#xywh=0,0,1,1", "a"])
        #expect(try DoctorRule.emptyFragments.lines(in: file) == [3, 6])
    }
}
