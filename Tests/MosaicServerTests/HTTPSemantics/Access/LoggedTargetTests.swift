import Testing

@testable import MosaicServer

struct LoggedTargetTests {
    @Test(
        arguments: [
            ("/storyboards/film-1/thumbnails.vtt", "/storyboards/film-1/thumbnails.vtt"),
            ("/a?t=83.5&policy=hold", "/a?t=83.5&policy=hold"), ("/a?", "/a?"), ("", ""), ("*", "*"),
            ("/a?token=s3cret", "/a?token=..."), ("/a?t=1&token=s3cret&max=5", "/a?t=1&token=...&max=5"),
            ("/a?exp=12&sig=s3cret", "/a?exp=12&sig=..."), ("/a?access_token=s3cret", "/a?access_token=..."),
            ("/a?token=s3cret&token=s3cret", "/a?token=...&token=..."), ("/a?TOKEN=s3cret", "/a?TOKEN=..."),
            ("/a?%74oken=s3cret", "/a?%74oken=..."), ("/a?%54OKE%4E=s3cret", "/a?%54OKE%4E=..."),
            ("/a?t=1;token=s3cret", "/a?t=1;token=..."), ("/a&token=s3cret", "/a&token=..."),
            ("/a?b?token=s3cret", "/a?b?token=..."), ("/a#token=s3cret", "/a#token=..."),
            ("/a?token=s3cret=s3cret", "/a?token=..."), ("/a?token", "/a?token"), ("/a?token=", "/a?token="),
            ("/a?tokens=5&design=7", "/a?tokens=5&design=7"), ("https://h/a?sig=s3cret#x", "https://h/a?sig=...#x"),
            ("/a?url=https%3A%2F%2Fh%2F%3Ftoken%3Ds3cret", "/a?url=..."),
            ("/a?url=https%253A%252F%252Fh%252F%253Ftoken%253Ds3cret", "/a?url=..."),
            ("/a?tok%en=s3cret", "/a?..."), ("/a?b=%zzs3cret", "/a?b=..."), ("/a?tok%en", "/a?..."),
            ("/film/thumbnails.vtt%3Ftoken%3Ds3cret", "..."), ("/film/thumbnails.vtt%3ftoken%3ds3cret", "..."),
            ("/film/thumbnails.vtt%253Ftoken%253Ds3cret?max=5", "...?max=5"),
            ("/film/thumbnails.vtt%3Ft%3D1%26sig%3Ds3cret", "..."), ("/a%3Ftoken%3Ds3cret==", "..."),
            ("/a?token%3Ds3cret", "/a?..."), ("/a?token%3Ds3cret=", "/a?..."),
            ("/a?token%3Ds3cret=1&max=5", "/a?...&max=5"),
            // Decoded before it is looked at, however often that takes.
            ("/film/thumbnails.vtt%3Ftoken=s3cret", "..."), ("/film/thumbnails.vtt%3F%74oken=s3cret", "..."),
            ("/film/thumbnails.vtt%253Ftoken=s3cret&max=5", "...&max=5"), ("/a?b%26sig=s3cret", "/a?..."),
            ("/a?%2574oken=s3cret", "/a?%2574oken=..."), ("/a?%252574%6Fken=s3cret", "/a?%252574%6Fken=..."),
            ("/a?url=h%253F%2574oken%253Ds3cret", "/a?url=..."), ("/a?url=h%3F%74ok%65n%3Ds3cret", "/a?url=..."),
            ("/a?url=%25zz%253Ftoken%253Ds3cret", "/a?url=..."), ("/a?b=100%25", "/a?b=100%25"),
            ("/a%3Fmytoken=5", "/a%3Fmytoken=5"), ("/a?b=%25252525252525252525252541", "/a?b=..."),
            ("/a%20b?c%20d", "/a%20b?c%20d"), ("/a%3Ft%3D1", "/a%3Ft%3D1"),
        ])
    func `values that open something are hidden`(target: String, shown: String) {
        #expect(LoggedTarget(target).description == shown)
    }

    @Test func `a target stays on its line`() {
        #expect(LoggedTarget("/a\r\n\u{1B}[2J b\u{2028}\"").description == "/a%0D%0A%1B[2J%20b%E2%80%A8\"")
    }

    @Test func `a long target is cut, and a secret at the cut is hidden`() {
        let long = LoggedTarget("/" + String(repeating: "a", count: 100_000)).description
        #expect(long == "/" + String(repeating: "a", count: 2_047) + "...")
        for length in 2_030...2_048 {
            let start = "/?" + String(repeating: "a", count: length - 2)
            #expect(!LoggedTarget(start + "&token=s3cret").description.contains("s3"))
        }
        let many = LoggedTarget("/?" + String(repeating: "token=s&", count: 10_000)).description
        #expect(!many.contains("=s"))
    }
}
