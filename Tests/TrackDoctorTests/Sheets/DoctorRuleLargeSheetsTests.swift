import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleLargeSheetsTests {
    @Test(arguments: [(2048, 2048, false), (2049, 1, true), (1, 4096, true), (4097, 3000, false)])
    func `a longest side of 2049 to 4096 pixels is found`(width: Int, height: Int, isFound: Bool) throws {
        #expect(DoctorRule.largeSheets.lines(try sheet(width, height)).isEmpty != isFound)
    }
}
