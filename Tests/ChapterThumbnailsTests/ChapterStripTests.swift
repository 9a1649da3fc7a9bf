import Foundation
import Testing

@testable import ChapterThumbnails

struct ChapterStripTests {
    private static let base = "https://s3.travel-tube.com/chapter-screenshots/xlumX1Wtzrg/"

    @Test(
        arguments: [
            (base + "ch1_4s.jpg", 1), (base + "ch12_2668s.jpg", 12), (base + "ch007_4s.jpg", 7),
            (base + "ch3_721s.jpg?v=ch9_1s.jpg", 3), ("ch9_1s.jpg/" + "ch2_5s.jpg", 2),
            (base + "ch1_4s.png", nil), (base + "ch1_4s.JPG", nil), (base + "ch_4s.jpg", nil),
            (base + "ch1_s.jpg", nil),
            (base + "ch0_4s.jpg", nil), (base + "ch99999999999999999999_4s.jpg", nil), (base, nil), ("", nil),
        ] as [(String, Int?)])
    func `a URL belongs to the chapter whose number its file has`(url: String, number: Int?) {
        #expect(ChapterNumber.of(url) == number)
    }

    private func list(_ names: [String]) -> ChapterThumbnailsResponse {
        ChapterThumbnailsResponse(youtubeContentId: "xlumX1Wtzrg", thumbnails: names.map { Self.base + $0 })
    }

    @Test func `chapters without a URL keep their placeholders, and URLs without a chapter are skipped`() {
        var strip = ChapterStrip(chapters: 4)
        strip.take(list(["ch1_4s.jpg", "ch3_721s.jpg", "ch5_9s.jpg", "cover.jpg", "ch2_8s.png"]))
        #expect(strip.screenshots.map { $0?.lastPathComponent } == ["ch1_4s.jpg", nil, "ch3_721s.jpg", nil])
        #expect(!strip.isComplete)
        strip.take(list(["ch4_9s.jpg", "ch2_397s.jpg"]))
        #expect(strip.isComplete && strip.screenshots[0]?.absoluteString == Self.base + "ch1_4s.jpg")
    }

    @Test func `a status names screenshots below the URL of all of them`() throws {
        var strip = ChapterStrip(chapters: 2)
        let json = #"""
            {"success": true, "data": {"status": "PROCESSING", "completedChapters": 1, "totalChapters": 2, "chapters": [
              {"index": 1, "time": 176, "title": "Harbour", "screenshotUrl": "WsghFCuoZ6Q/ch1_176s.jpg"},
              {"index": 2, "time": 300.5, "title": null, "screenshotUrl": null}]}}
            """#
        let status = try #require(
            try JSONDecoder().decode(ServiceResponse<ScreenshotStatus>.self, from: Data(json.utf8)).data)
        strip.take(status, below: try #require(URL(string: "https://s3.travel-tube.com/chapter-screenshots/")))
        #expect(
            strip.screenshots.map { $0?.absoluteString }
                == ["https://s3.travel-tube.com/chapter-screenshots/WsghFCuoZ6Q/ch1_176s.jpg", nil])
        #expect(status.chapters?.map(\.time) == [176, 300.5])
    }

    @Test func `a story without chapters takes no request`() {
        #expect(ChapterStrip(chapters: 0).isComplete)
        #expect(!ChapterStrip([nil]).isComplete)
    }

    @Test(arguments: [
        #"{"data":{"status":"PENDING"},"status":"PENDING","success":true}"#,
        #"{"success":true,"data":{"status":"FAILED","errorMessage":"No screenshots."},"unknown":[1]}"#,
        #"{"success":true,"data":{"status":"COMPLETED","chapters":[]}}"#,
    ])
    func `the server's answers decode as the app's models do`(json: String) throws {
        #expect(try JSONDecoder().decode(ServiceResponse<ScreenshotStatus>.self, from: Data(json.utf8)).data != nil)
    }
}
