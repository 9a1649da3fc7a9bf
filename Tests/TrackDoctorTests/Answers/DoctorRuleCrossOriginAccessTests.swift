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

    @Test func `a redirect without CORS fields is found although the final response has them`() throws {
        let closed = try hop("https://a.example/t.vtt", "https://b.example/t.vtt", [:])
        let open = try hop("https://a.example/t.vtt", "https://b.example/t.vtt")
        #expect(DoctorRule.crossOriginAccess.messages(try answer(.track, hops: [closed])).count == 1)
        #expect(DoctorRule.crossOriginAccess.messages(try answer(.track, hops: [open])) == [])
    }

    @Test func `a page of the track's own origin needs no permission`() throws {
        let closed = ["Access-Control-Allow-Origin": "", "Cross-Origin-Resource-Policy": "same-origin"]
        for (origin, count) in [("https://cdn.example", 0), ("http://cdn.example", 1), ("https://cdn.example:444", 1)] {
            let own = try answer(.track, closed, pageOrigin: origin)
            #expect(DoctorRule.crossOriginAccess.messages(own).count == count, "\(origin)")
            #expect(DoctorRule.refusedEmbedding.messages(own).count == count, "\(origin)")
        }
        let away = try hop("https://away.example/t.vtt", "https://cdn.example/t.vtt", [:])
        let redirected = try answer(.track, closed, hops: [away], pageOrigin: "https://cdn.example")
        #expect(DoctorRule.crossOriginAccess.messages(redirected).count == 1)
    }

    @Test func `the finding names the origin that may read the file`() throws {
        let found = DoctorRule.crossOriginAccess.messages(
            try answer(.sheet, ["Access-Control-Allow-Origin": "https://other.example"]))
        #expect(
            found == ["\"sheet-0.jpg\" may be read by \"https://other.example\", not by https://player.example."])
    }
}
