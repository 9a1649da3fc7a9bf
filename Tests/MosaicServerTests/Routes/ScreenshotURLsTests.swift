import Mosaic
import Testing

@testable import MosaicServer

struct ScreenshotURLsTests {
    private func urls(_ text: String?, root: String? = "s3://chapter-screenshots") throws -> ScreenshotURLs? {
        var settings = ServerSettings()
        settings.screenshotsURL = text
        settings.work.screenshots = root.flatMap { BucketAddress($0) }
        return try ScreenshotURLs(settings)
    }

    @Test(arguments: [
        "https://s3.travel-tube.com/chapter-screenshots/", "https://s3.travel-tube.com/chapter-screenshots",
    ])
    func `a URL is that of the seed, with and without the slash at the end`(base: String) throws {
        let url = try #require(try urls(base)).url(of: "ch1_4s.jpg", StoryboardID(naming: "xlumX1Wtzrg"))
        #expect(url == "https://s3.travel-tube.com/chapter-screenshots/xlumX1Wtzrg/ch1_4s.jpg")
    }

    @Test(arguments: ["http://127.0.0.1:9000", "https://a.example/b%20c/", "https://[::1]:9000/x"])
    func `other hosts, ports and paths are taken as they are`(base: String) throws {
        let url = try #require(try urls(base)).url(of: "ch1_4s.jpg", StoryboardID(naming: "film"))
        #expect(url == (base.hasSuffix("/") ? base : base + "/") + "film/ch1_4s.jpg")
    }

    @Test(arguments: [
        "", "s3.example", "ftp://s3.example/", "https:///x", "https://a.example/x?y=1", "https://a.example/#x",
        "https://a.example/ä", "https://a.example/x y", "https://user@a.example/x", "https://a.example?x=/",
    ])
    func `refuses an invalid base URL`(base: String) {
        let error = #expect(throws: MosaicError.self) { try urls(base) }
        #expect(error?.code == .invalidSettings && error?.subject == "screenshots-url")
    }

    @Test func `it goes with a bucket, and a bucket goes without it`() throws {
        #expect(try urls(nil) == nil)
        #expect(try urls(nil, root: nil) == nil)
        #expect(throws: MosaicError.self) { try urls("https://a.example/", root: nil) }
    }
}
