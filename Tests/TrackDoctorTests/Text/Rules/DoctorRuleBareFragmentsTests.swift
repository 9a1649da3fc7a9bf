import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleBareFragmentsTests {
    @Test func `four numbers without a name are found`() throws {
        let file = track(payloads: ["a.jpg#0,0,16,9", "a.jpg#xywh=0,0,16,9", "a#1.jpg"])
        #expect(try DoctorRule.bareFragments.lines(in: file) == [3])
    }
}
