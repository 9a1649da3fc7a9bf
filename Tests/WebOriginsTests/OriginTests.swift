import Testing

@testable import WebOrigins

struct OriginTests {
    @Test(
        arguments: [
            ("https://a.example", "https://A.Example:443"), ("http://a.example", "HTTP://a.example.:80"),
            ("http://[::1]:8080", "http://[0::1]:8080"), ("capacitor://localhost", "Capacitor://LOCALHOST"),
        ])
    func `two ways of writing an origin are one origin`(one: String, two: String) throws {
        let origin = try #require(Origin(one))
        #expect(Origin(two) == origin)
    }

    @Test(
        arguments: [
            ("http://a.example", "https://a.example"), ("http://a.example", "http://a.example:8080"),
            ("http://a.example", "http://b.example"), ("http://a.example:443", "https://a.example"),
        ])
    func `origins differ by scheme, host or port`(one: String, two: String) throws {
        let origin = try #require(Origin(one))
        let other = try #require(Origin(two))
        #expect(origin != other)
    }

    @Test(
        arguments: [
            "", "null", "*", "a.example", "//a.example", "://a.example", "http:/a.example", "http://", "http:///",
            "http://a.example/", "http://a.example/x", "http://u@a.example", "http://a.example http://b.example",
            "http://a.example, http://b.example", "ht tp://a", "h\u{FC}p://a", "http://a\u{301}", "http://a?x",
            "file://", "http://a:0", String(repeating: "h", count: 500) + "://a",
        ])
    func `RFC 6454, 7: refuses other text`(text: String) { #expect(Origin(text) == nil) }
}
