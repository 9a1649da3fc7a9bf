import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRulePixelUnitsTests {
    @Test func `a named pixel unit is found, in the fragment only`() throws {
        let file = track(payloads: [
            "a#xywh=pixel:0,0,1,1", "a#xywh=0,0,1,1", "a#xywh=percent:0,0,1,1", "pixel:a#xywh=0,0,1,1",
        ])
        #expect(try DoctorRule.pixelUnits.lines(in: file) == [3])
    }
}
