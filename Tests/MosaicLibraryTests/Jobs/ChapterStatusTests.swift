import Foundation
import MosaicFixtures
import Testing
import WebVTT

@testable import Mosaic
@testable import MosaicLibrary

struct ChapterStatusTests {
    private let folder = TemporaryFolder()
    private let id = StoryboardID(naming: "film")

    private func storyboard(_ files: [String], broken: [String] = []) async throws -> Storyboard {
        for (number, name) in files.enumerated() {
            try folder.write(DrawnScreenshot(number: number + 1).encoded, to: "shots/" + name)
        }
        for name in broken { try folder.write([1, 2, 3], to: "shots/" + name) }
        let listing = try ScreenshotFolder(path: folder.path("shots")).chapters()
        return try await StoryboardComposer(settings: CompositionSettings())
            .compose(
                CompositionRequest(id: id, listing: listing),
                into: StoryboardFolder(path: folder.path("board"), for: id)
            ).storyboard
    }

    private func lines(
        _ expected: [ExpectedChapters.Chapter], _ storyboard: Storyboard?, from source: String = "/shots",
        isServed: Bool = true
    ) -> [String] {
        ChapterStatus.all(
            expected, of: id, from: .init(folder: source), in: storyboard, isServed: isServed
        ).map { "\($0.index) \($0.time.milliseconds) \($0.title ?? "-") \($0.screenshotURL ?? "null")" }
    }

    @Test func `expected chapters have no URL until their screenshots are shown`() async throws {
        let expected = [
            ExpectedChapters.Chapter(index: 2, time: Timestamp(milliseconds: 20_500), title: "Two"),
            .init(index: 1, time: Timestamp(milliseconds: 10_000)),
            .init(index: 10, time: Timestamp(milliseconds: 99_000)),
        ]
        #expect(lines(expected, nil) == ["1 10000 - null", "2 20500 Two null", "10 99000 - null"])
        try folder.makeFolder("shots")
        let storyboard = try await storyboard(["ch2_20s.jpg", "ch4_40s.jpg"], broken: ["ch10_99s.jpg"])
        #expect(
            lines(expected, storyboard) == [
                "1 10000 - null", "2 20500 Two film/ch2_20s.jpg", "4 40000 - film/ch4_40s.jpg", "10 99000 - null",
            ])
        #expect(lines(expected, storyboard, isServed: false).allSatisfy { $0.hasSuffix(" null") })
    }

    @Test func `a key of a bucket is named as it is stored, a file as the server serves it`() async throws {
        try folder.makeFolder("shots")
        let storyboard = try await storyboard(["ch02_020s.jpeg"])
        #expect(lines([], storyboard) == ["2 20000 - film/ch2_20s.jpg"])
        #expect(lines([], storyboard, from: "s3://bucket/film/") == ["2 20000 - film/ch02_020s.jpeg"])
    }

    @Test func `without chapters there is nothing`() { #expect(lines([], nil).isEmpty) }
}
