import Testing
import WebVTT

@testable import TrackDoctor

struct DoctorRuleHeadersTests {
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

    @Test(arguments: [
        ("#EXTM3U\n", "application/vnd.apple.mpegurl", "text/vtt"), ("#EXTM3U\n", "audio/mpegurl", "text/plain"),
        ("<MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\">", "application/dash+xml", "application/json"),
    ])
    func `a playlist or manifest of another type is found`(_ body: String, right: String, wrong: String) throws {
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

    @Test(arguments: [
        ("application/json", "[]", 0), ("application/json; charset=utf-8", "[]", 1), ("Application/JSON", " {", 1),
        ("text/vtt", "{}", 1), ("", "{}", 1), ("application/json", "WEBVTT", 1), ("text/vtt", "WEBVTT", 0),
        ("", "WEBVTT", 0),
    ])
    func `the exact content type of JSON is required for JSON alone`(type: String, body: String, count: Int) throws {
        let answer = try answer(.track, ["Content-Type": type], body: body)
        #expect(DoctorRule.contentTypeConfusion.messages(answer).count == count)
    }

    @Test(arguments: [
        ("image/jpeg", 0), ("IMAGE/webp", 0), ("text/plain", 1), ("application/octet-stream", 1), ("", 1),
    ])
    func `a sheet is called an image`(type: String, count: Int) throws {
        #expect(DoctorRule.sheetContentType.messages(try answer(.sheet, ["Content-Type": type])).count == count)
    }

    @Test(arguments: [("attachment", 1), ("Attachment; filename=a.vtt", 1), ("inline", 0), ("", 0)])
    func `an attachment is found`(value: String, count: Int) throws {
        #expect(
            DoctorRule.contentDisposition.messages(try answer(.track, ["Content-Disposition": value])).count == count)
    }

    @Test(arguments: [
        ("no-cache", 0), ("", 0), ("max-age=86400", 0), ("max-age=86401", 1), ("public, MAX-AGE=31536000", 1),
        ("max-age=31536000, no-cache", 0), ("immutable", 1),
    ])
    func `a track that stays in caches for more than a day is found`(value: String, count: Int) throws {
        #expect(DoctorRule.trackCaching.messages(try answer(.track, ["Cache-Control": value])).count == count)
    }

    @Test func `a track needs an entity tag or a date`() throws {
        let rule = DoctorRule.trackValidators
        #expect(rule.messages(try answer(.track, ["ETag": ""])).count == 1)
        #expect(
            rule.messages(try answer(.track, ["ETag": "", "Last-Modified": "Sat, 01 Jan 2000 00:00:00 GMT"])) == [])
        #expect(rule.messages(try answer(.track), try answer(.sheet, ["ETag": ""])) == [])
    }

    @Test(arguments: [
        ("max-age=3600", 0), ("max-age=3599", 1), ("", 1), ("no-store", 1), ("public", 1), ("immutable", 0),
        ("public, max-age=\"31536000\"", 0), ("max-age=99999999999999999999", 1),
    ])
    func `a sheet that caches may not keep for an hour is found`(value: String, count: Int) throws {
        #expect(DoctorRule.sheetCaching.messages(try answer(.sheet, ["Cache-Control": value])).count == count)
        #expect(DoctorRule.sheetCaching.messages(try answer(.track, ["Cache-Control": value])) == [])
    }
}
