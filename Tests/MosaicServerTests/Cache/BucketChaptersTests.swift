import Foundation
import Mosaic
import MosaicFixtures
import Testing

@testable import MosaicServer

struct BucketChaptersTests {
    private let bucket = MemoryBucket()

    private func list(_ address: String = "s3://chapter-screenshots/film/") async throws -> BucketChapters {
        try await BucketChapters(at: #require(BucketAddress(address)), by: bucket)
    }

    @Test func `orders names by number, and ignores keys below a further slash`() async throws {
        for name in ["ch10_2000s.jpg", "ch2_397s.jpg", "ch1_4s.jpg", "cover.jpg", "", "x/ch3_9s.jpg", "ch4_9s.gif"] {
            bucket.store([1], at: "film/\(name)")
        }
        bucket.store([1], at: "film2/ch5_9s.jpg")
        #expect(try await list().names == ["ch1_4s.jpg", "ch2_397s.jpg", "ch10_2000s.jpg"])
        #expect(try await list().skipped == [])
    }

    @Test func `separates names that apps cannot find`() async throws {
        for name in ["ch1_4s.png", "ch2_5s.JPG", "ch3_6s.jpeg", "ch4_7s.jpg"] { bucket.store([1], at: "film/\(name)") }
        let list = try await list()
        #expect(list.names == ["ch4_7s.jpg"])
        #expect(list.skipped == ["ch1_4s.png", "ch2_5s.JPG", "ch3_6s.jpeg"])
        // The app's own rule.
        for name in list.names { #expect(name.wholeMatch(of: /ch(\d+)_\d+s\.jpg/) != nil) }
        for name in list.skipped { #expect(name.firstMatch(of: /ch(\d+)_\d+s\.jpg/) == nil) }
    }

    @Test func `of two screenshots of a chapter the one written last counts, as in a storyboard`() async throws {
        bucket.store([1], at: "film/ch1_9s.jpg", modified: Date(timeIntervalSince1970: 20))
        bucket.store([1], at: "film/ch1_4s.jpg", modified: Date(timeIntervalSince1970: 30))
        bucket.store([1], at: "film/ch01_7s.jpg", modified: Date(timeIntervalSince1970: 10))
        let list = try await list()
        #expect(list.names == ["ch1_4s.jpg"])
        let source = ScreenshotSource(folder: "s3://chapter-screenshots/film/")
        #expect(try await source.reader(buckets: bucket).list().screenshots.map(\.name) == list.names)
    }

    @Test func `several pages are one list, and leading zeros are part of a name`() async throws {
        for chapter in 1...2_500 { bucket.store([1], at: "film/ch0\(chapter)_\(chapter)s.jpg") }
        #expect(try await list().names == (1...2_500).map { "ch0\($0)_\($0)s.jpg" })
        #expect(bucket.requests.count == 3)
        let list = try await list()
        #expect(list.file(of: try #require(ScreenshotName("ch7_7s.jpg"))) == "ch07_7s.jpg")
        #expect(list.file(of: try #require(ScreenshotName("ch7_8s.jpg"))) == nil)
    }

    @Test func `refuses a folder with too many keys, and accepts an empty one`() async throws {
        for key in 0...1_000 { bucket.store([], at: "film/\(key)") }
        let address = try #require(BucketAddress("s3://chapter-screenshots/film"))
        let error = await #expect(throws: MosaicError.self) {
            try await BucketChapters(at: address, by: bucket, limit: 1_000)
        }
        #expect(error?.code == .limitExceeded)
        _ = try await BucketChapters(at: address, by: bucket, limit: 1_001)
        #expect(try await list("s3://chapter-screenshots/nothing/") == .empty)
    }

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
