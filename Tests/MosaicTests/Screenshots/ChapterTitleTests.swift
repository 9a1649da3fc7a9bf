import Foundation
import MosaicFixtures
import Testing
import WebVTT

@testable import Mosaic

struct ChapterTitleTests {
    private func listing(_ seconds: [Int64], titles: [String?] = []) -> ScreenshotListing {
        let screenshots = seconds.enumerated().map { index, second in
            Screenshot(
                name: "ch\(index)_\(second)s.jpg", time: Timestamp(milliseconds: second * 1_000), chapter: index,
                title: titles.indices.contains(index) ? titles[index] : nil)
        }
        return ScreenshotListing(screenshots, skipped: [], reader: FolderReader(Mosaic.ScreenshotSource(folder: "/")))
    }

    private let chapters = [(10, "A"), (20, "B"), (30, "C")].map {
        ChapterTitle(time: Timestamp(milliseconds: Int64($0.0) * 1_000), title: $0.1)
    }

    @Test func `a screenshot has the title of the chapter at its time`() {
        let titled = listing([0, 9, 10, 19, 20, 99]).titled(by: chapters)
        #expect(titled.screenshots.map(\.title) == [nil, nil, "A", "A", "B", "C"])
        #expect(listing([5]).titled(by: []) == listing([5]))
    }

    @Test func `a title of the source's own stays`() {
        #expect(
            listing([10, 20], titles: ["Own", nil]).titled(by: chapters).screenshots.map(\.title) == ["Own", "B"])
    }

    @Test func `a source keeps its chapters in the order of time`() throws {
        let text = #"{"folder":"/a","chapters":[{"time_ms":20000,"title":"B"},{"time_ms":10000,"title":"A"}]}"#
        let source = try JSONDecoder().decode(Mosaic.ScreenshotSource.self, from: Data(text.utf8))
        #expect(source.chapters == Array(chapters.prefix(2)))
        let again = try JSONDecoder().decode(Mosaic.ScreenshotSource.self, from: JSONEncoder().encode(source))
        #expect(again == source)
        #expect(
            !String(decoding: try JSONEncoder().encode(Mosaic.ScreenshotSource(folder: "/a")), as: UTF8.self).contains(
                "chapters"))
    }

    @Test(arguments: [
        #"{"title":"A"}"#, #"{"time_ms":1}"#, #"{"time_ms":-1,"title":"A"}"#, #"{"time_ms":0.5,"title":"A"}"#,
        #"{"time_ms":1,"title":"a\u0000b"}"#, #"{"time_ms":1,"title":"\#(String(repeating: "ä", count: 1_001))"}"#,
    ])
    func `an invalid chapter is refused`(text: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(ChapterTitle.self, from: Data(text.utf8)) }
    }
}
