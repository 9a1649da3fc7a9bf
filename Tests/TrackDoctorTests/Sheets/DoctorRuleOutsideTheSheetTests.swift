import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleOutsideTheSheetTests {
    @Test func `rectangles that reach past an edge are found on their cues' lines`() throws {
        let fragments = [
            "xywh=0,0,160,90", "xywh=1,0,160,90", "xywh=0,1,160,90", "xywh=160,0,1,1", "xywh=9223372036854775807,0,1,1",
            "xywh=percent:0,0,100,100", "xywh=percent:50,0,51,100", "", "xywh=0,0,0,9", "xywh=159,89,1,1",
        ]
        #expect(DoctorRule.outsideTheSheet.lines(try sheet(160, 90, fragments)) == [6, 9, 12, 15, 21])
    }

    @Test func `without a size nothing can be outside`() {
        #expect(DoctorRule.outsideTheSheet.lines(sheet(.missing("x"), ["xywh=9999,0,1,1"])) == [])
    }
}
