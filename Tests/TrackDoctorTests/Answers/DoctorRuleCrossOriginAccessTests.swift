import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleCrossOriginAccessTests {
    @Test(arguments: [
        ("", 1), ("*", 0), ("https://player.example", 0), (" * ", 0), ("https://other.example", 1), ("*, *", 1),
        ("null", 1),
    ])
    func `the page's origin has to be let in, for the track and for sheets`(value: String, count: Int) throws {
        for role in [ExaminedAnswer.Role.track, .sheet] {
            let messages = DoctorRule.crossOriginAccess.messages(
                try answer(role, ["Access-Control-Allow-Origin": value]))
            #expect(messages.count == count, "\(value)")
        }
    }

    @Test func `a redirect that lets nobody in is found although the end does`() throws {
        let closed = try hop("https://a.example/t.vtt", "https://b.example/t.vtt", [:])
        let open = try hop("https://a.example/t.vtt", "https://b.example/t.vtt")
        #expect(DoctorRule.crossOriginAccess.messages(try answer(.track, hops: [closed])).count == 1)
        #expect(DoctorRule.crossOriginAccess.messages(try answer(.track, hops: [open])) == [])
    }

    @Test func `who may read instead is told`() throws {
        let found = DoctorRule.crossOriginAccess.messages(
            try answer(.sheet, ["Access-Control-Allow-Origin": "https://other.example"]))
        #expect(
            found == ["\"sheet-0.jpg\" may be read by \"https://other.example\", not by https://player.example."])
    }
}
