import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleContentTypeConfusionTests {
    @Test(arguments: [
        ("application/json", "[]", 0), ("application/json; charset=utf-8", "[]", 1), ("Application/JSON", " {", 1),
        ("text/vtt", "{}", 1), ("", "{}", 1), ("application/json", "WEBVTT", 1), ("text/vtt", "WEBVTT", 0),
        ("", "WEBVTT", 0),
    ])
    func `the exact content type of JSON is required for JSON alone`(type: String, body: String, count: Int) throws {
        let answer = try answer(.track, ["Content-Type": type], body: body)
        #expect(DoctorRule.contentTypeConfusion.messages(answer).count == count)
    }
}
