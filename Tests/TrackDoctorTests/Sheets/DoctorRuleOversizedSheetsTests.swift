import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleOversizedSheetsTests {
    @Test(arguments: [(4096, 4096, false), (4097, 1, true), (1, 4097, true)])
    func `a side of more than 4096 pixels is found`(width: Int, height: Int, isFound: Bool) throws {
        #expect(DoctorRule.oversizedSheets.lines(try sheet(width, height)).isEmpty != isFound)
    }
}
