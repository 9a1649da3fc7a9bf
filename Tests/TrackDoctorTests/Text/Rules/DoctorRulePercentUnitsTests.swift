import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRulePercentUnitsTests {
    @Test func `percentages are found`() throws {
        let file = track(payloads: ["a#xywh=percent:0,0,1,1", "a#xywh=0,0,1,1", "a#xywh=pixel:0,0,1,1"])
        #expect(try DoctorRule.percentUnits.lines(in: file) == [3])
    }
}
