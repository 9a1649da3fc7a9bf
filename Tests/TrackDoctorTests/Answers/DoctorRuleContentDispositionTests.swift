import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleContentDispositionTests {
    @Test(arguments: [("attachment", 1), ("Attachment; filename=a.vtt", 1), ("inline", 0), ("", 0)])
    func `an attachment is found`(value: String, count: Int) throws {
        #expect(
            DoctorRule.contentDisposition.messages(try answer(.track, ["Content-Disposition": value])).count == count)
    }
}
