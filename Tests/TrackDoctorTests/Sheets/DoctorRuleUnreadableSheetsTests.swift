import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleUnreadableSheetsTests {
    @Test func `a sheet that is not a picture is found`() throws {
        #expect(DoctorRule.unreadableSheets.lines(sheet(.unreadable("It is HTML.")), sheet(.missing("x"))) == [3])
        #expect(DoctorRule.unreadableSheets.lines(try sheet(16, 9)) == [])
    }
}
