import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorRuleFormatContentTypeTests {
    @Test(arguments: [
        ("#EXTM3U\n", "application/vnd.apple.mpegurl", "text/vtt"), ("#EXTM3U\n", "audio/mpegurl", "text/plain"),
        ("<MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\">", "application/dash+xml", "application/json"),
    ])
    func `a playlist or manifest with another content type is found`(_ body: String, right: String, wrong: String)
        throws
    {
        let rule = DoctorRule.formatContentType
        #expect(rule.messages(try answer(.track, ["Content-Type": right], body: body)) == [])
        #expect(rule.messages(try answer(.track, ["Content-Type": wrong], body: body)).count == 1)
        #expect(
            rule.messages(try answer(.track, ["Content-Type": ""], body: body)).first?.hasSuffix("\"none\".") == true)
        #expect(rule.messages(try answer(.track, ["Content-Type": wrong], body: "WEBVTT\n")) == [])
    }

    @Test func `rules on WebVTT do not apply to playlists`() throws {
        let answers = try answer(.track, ["Content-Type": "application/vnd.apple.mpegurl"], body: "#EXTM3U\n")
        #expect(DoctorRule.trackContentType.messages(answers) == [])
        #expect(DoctorRule.contentTypeConfusion.messages(answers) == [])
    }
}
