import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleTrackContentTypeTests {
    @Test(arguments: [
        ("text/vtt", 0), ("text/vtt; charset=utf-8", 0), ("Text/VTT;charset=\"UTF-8\"", 0),
        ("text/vtt; charset=latin1", 1),
        ("text/plain", 1), ("application/octet-stream", 1), ("", 1), ("application/json", 0),
    ])
    func `a track is text/vtt in UTF-8`(type: String, count: Int) throws {
        #expect(DoctorRule.trackContentType.messages(try answer(.track, ["Content-Type": type])).count == count)
    }

    @Test func `sheets and JSON are other rules'`() throws {
        let json = try answer(.track, ["Content-Type": "text/plain"], body: "[]")
        #expect(DoctorRule.trackContentType.messages(json, try answer(.sheet)) == [])
    }
}
