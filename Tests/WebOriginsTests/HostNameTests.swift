import Testing

@testable import WebOrigins

struct HostNameTests {
    @Test(
        arguments: [
            ("Example.COM", "example.com"), ("example.com.", "example.com"), ("[::1]", "[0:0:0:0:0:0:0:1]"),
            ("[2001:DB8::1]", "[2001:db8:0:0::1]"),
        ])
    func `two ways of writing a name are one name`(one: String, two: String) throws {
        let name = try #require(HostName(Substring(one)))
        #expect(HostName(Substring(two)) == name)
    }

    @Test func `an address equals only the same address, and a plain number is a name`() {
        #expect(HostName("127.0.0.1") != HostName("[::ffff:127.0.0.1]"))
        #expect(HostName("127.0.0.1") == IPAddress([127, 0, 0, 1]).map(HostName.address))
        #expect(HostName("2130706433") == .name("2130706433"))
    }

    @Test(
        arguments: [
            "", ".", "..", ".a", "a..", "a..b", "a b", "a/b", "a%41", "a@b", "a,b", "\u{FC}", "loc\u{2113}", "\u{212A}",
            "[]",
            "[::1", "::1", "[::1%25lo]", "[127.0.0.1]", "[v1.a]", "a\u{301}", "localhost\u{600}.", "[\u{301}::1]", "*",
            String(repeating: "a.", count: 127) + "aa", String(repeating: "a", count: 100_000),
        ])
    func `refuses text that cannot be a host`(text: String) { #expect(HostName(Substring(text)) == nil) }

    @Test func `a name may be as long as it may be`() {
        let longest = String(repeating: "a.", count: 126) + "a"
        #expect(HostName(Substring(longest)) == .name(longest))
        #expect(HostName(Substring(longest + ".")) == .name(longest))
    }

    @Test(arguments: [
        ("localhost", true, true), ("a.localhost", true, true), ("127.0.0.1", true, true), ("::1", true, true),
        ("[::1]", true, true), ("10.1.2.3", false, true), ("fd00::1", false, true), ("fe80::1:2", false, true),
        ("::ffff:192.168.0.1", false, true), ("nas", false, true), ("nas.local", false, true),
        ("cdn.example", false, false), ("9.9.9.9", false, false), ("2620:fe::fe", false, false),
        ("localhost.example", false, false), ("CDN.Example", false, false), ("localhost.", true, true),
        ("127.0.0.1.", true, true), ("nas.local.", false, true), ("cdn.example.", false, false),
    ])
    func `recognizes loopback and private hosts of URLs by name`(name: String, isLoopback: Bool, isPrivate: Bool) {
        let host = HostName(ofURL: name)
        #expect(host.isLoopback == isLoopback && host.isPrivate == isPrivate)
    }
}
