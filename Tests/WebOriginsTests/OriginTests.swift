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

    @Test(
        arguments: [
            ("localhost", "localhost", nil), ("localhost:8080", "localhost", 8_080), ("localhost:", "localhost", nil),
            ("[::1]", "[::1]", nil), ("[::1]:8080", "[::1]", 8_080), ("1.2.3.4:65535", "1.2.3.4", 65_535),
            ("a:00080", "a", 80),
        ] as [(String, String, Int?)])
    func `RFC 9110, 7.2: host and port`(text: String, host: String, port: Int?) throws {
        let authority = try #require(Authority(text))
        #expect(authority.host == HostName(Substring(host)))
        #expect(authority.port == port)
    }

    @Test(
        arguments: [
            "", ":", ":80", "a:0", "a:65536", "a:99999999999999999999", "a:-1", "a:+1", "a:8x", "a:80:80", "::1",
            "::1:80",
            "[::1]x", "[::1]8080", "x[::1]", "user@a", "user:pw@a", "a/", "http://a", "a, b", "a b", "a:\u{301}",
            "a:\u{661}",
            String(repeating: "a", count: 301), "a:" + String(repeating: "0", count: 400) + "80",
        ])
    func `RFC 9110, 7.2: refuses other text`(text: String) { #expect(Authority(text) == nil) }
}
