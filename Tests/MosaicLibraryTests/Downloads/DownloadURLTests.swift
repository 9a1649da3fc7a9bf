import Testing

@testable import MosaicLibrary

struct DownloadURLTests {
    @Test(arguments: [
        ("https://www.films.example/watch?v=1&list=%20#t", "www.films.example"),
        ("HTTP://Films.example", "films.example"),
        ("http://127.0.0.1:8080/x", "127.0.0.1"), ("https://[::1]:443/x", "[::1]"),
        ("http://a_b.example/?q=%7Bpath%7D", "a_b.example"), ("http://[2001:DB8::1]/", "[2001:db8::1]"),
        ("http://films.example/a-._~:/?#@!$&'()*+,;=%20", "films.example"),
        ("http://[::ffff:192.0.2.1]:1", "[::ffff:192.0.2.1]"),
    ])
    func `URLs of the web are unchanged`(text: String, host: String) throws {
        let url = try #require(DownloadURL(text))
        #expect(url.text == text && url.host == host && url.description == host)
    }

    @Test func `messages contain neither the query of a URL nor a value of the download's query`() throws {
        let url = try #require(DownloadURL("https://films.example/watch?v=1&token=a%20secret%21#place-1"))
        #expect(url.withoutQuery?.text == "https://films.example/watch")
        for (message, shown) in [
            ("ERROR: HTTP Error 403: Forbidden", "ERROR: HTTP Error 403: Forbidden"),
            ("Unable to open \"HTTPS://cdn.example/a?sig=1#x\" now", "Unable to open \"HTTPS://cdn.example/a\" now"),
            ("\(url.text) is none", "https://films.example/watch is none"), ("bad a%20secret%21.", "bad ...."),
            ("bad token a secret! here", "bad token ... here"), ("no place-1 in 1", "no ... in 1"),
        ] {
            #expect(url.withoutQueries(message) == shown)
        }
        let plain = try #require(DownloadURL("https://films.example/watch"))
        #expect(
            plain.withoutQuery == nil
                && plain.withoutQueries("Is https://a.example/?b in?") == "Is https://a.example/ in?")
    }

    @Test(arguments: [
        "", "-f", "--exec=rm", "ftp://films.example/x", "file:///etc/passwd", "https://", "https:///x",
        "http:films.example",
        "https://films.example/a b", "https://films.example/\n", "https://films.example/\u{0}",
        "https://f\u{FC}lms.example/",
        "https://user:secret@films.example/", "https://films.example\\@other.example/", "javascript:alert(1)",
        " https://films.example", "https://:80/", "https://films.example:99999/", "https://films.example:x/",
        "https://[]/", "http://[::1/", "http://::1/", "http://[::1]x/", "http://[::1%25eth0]/", "http://[1]/",
        "http://[v1.x]/", "http://a]b/", "http://a[b/", "http://a[1-5]/", "http://a:+80/", "http://a:8_0/",
        "http://a:0/",
        "http://a:/", "http://a/[1-5]", "http://a/?x[]=1", "http://a/{b,c}", "http://a/}", "http://a/`id`",
        "http://a/|",
        "http://a/^", "http://a/\"", "http://a/<", "http://a/>", "http://a`id`/", "http://a/\\",
        "https://-films.example/", "https://films.example/" + String(repeating: "x", count: 5_000),
    ])
    func `any other text is not a download URL`(text: String) { #expect(DownloadURL(text) == nil) }
}
