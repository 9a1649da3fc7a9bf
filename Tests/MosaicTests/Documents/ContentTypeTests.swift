import Testing

@testable import Mosaic

struct ContentTypeTests {
    @Test(
        arguments: [
            ("thumbnails.vtt", "text/vtt; charset=utf-8"), ("mosaic.json", "application/json"),
            ("sheet-0.0123.jpg", "image/jpeg"), ("CH1_4S.JPEG", "image/jpeg"), ("a.b.png", "image/png"),
            (".png", "image/png"), ("preview.html", "text/html; charset=utf-8"),
        ])
    func `a file's ending names its type`(name: String, type: String) {
        #expect(ContentType(fileName: name)?.rawValue == type)
    }

    @Test(arguments: ["", ".", "jpg", "a.", "a.svgz", "a.htm", "a.jpg.", "a.jpg ", "a.jpg\u{301}", "vtt."])
    func `no other ending has a type`(name: String) { #expect(ContentType(fileName: name) == nil) }

    @Test func `JSON carries no charset, and WebVTT does`() {
        #expect(ContentType.allCases.filter { $0.rawValue.contains(";") } == [.vtt, .html])
    }

    @Test(
        arguments: [
            ("application/json", .json), ("Application/JSON; charset=utf-8", .json), (" image/jpeg ;q=1", .jpeg),
            ("image/png", .png), ("text/vtt", .vtt),
        ] as [(String, ContentType)])
    func `RFC 9110, 8.3.1: a type is read in any case and with parameters`(field: String, type: ContentType) {
        #expect(ContentType(parsing: field) == type)
    }

    @Test(
        arguments: [
            "", "text/plain", "text/plain; application/json", "application/x-www-form-urlencoded",
            "multipart/form-data",
            "application/json, text/plain", "text/plain;image/png", "image/*", "*/*", "image/svg",
            "application/json x",
            "image/jpeg\u{301}",
        ])
    func `content types that need no preflight and invalid ones are refused`(field: String) {
        #expect(ContentType(parsing: field) == nil)
    }
}
