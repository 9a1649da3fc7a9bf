import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleSheetContentTypeTests {
    @Test(arguments: [
        ("image/jpeg", 0), ("IMAGE/webp", 0), ("text/plain", 1), ("application/octet-stream", 1), ("", 1),
    ])
    func `a sheet is called an image`(type: String, count: Int) throws {
        #expect(DoctorRule.sheetContentType.messages(try answer(.sheet, ["Content-Type": type])).count == count)
    }
}
