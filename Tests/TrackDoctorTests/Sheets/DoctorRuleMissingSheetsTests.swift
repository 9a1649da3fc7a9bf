import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleMissingSheetsTests {
    @Test func `a sheet that did not come is found where it is first named, without its query`() throws {
        let finding = DoctorRule.missingSheets.finding(in: [
            try sheet(16, 9), sheet(.missing("The server answers with status 404.")), sheet(.unreadable("x")),
        ])
        #expect(finding?.count == 1)
        #expect(finding?.line == 3)
        #expect(finding?.message == "\"sheet-0.png\": The server answers with status 404.")
    }
}
