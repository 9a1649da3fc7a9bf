import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleMissingFragmentsTests {
    @Test func `a picture without a rectangle is found, with another fragment or without`() throws {
        let file = track(payloads: ["a.jpg", "a.jpg#xywh=0,0,1,1", "a#1.jpg", "a.jpg#0,0,1,1", "a.jpg#xywh=0,0,1"])
        #expect(try DoctorRule.missingFragments.lines(in: file) == [3, 9])
    }
}
