import Testing
import WebVTT

@testable import Mosaic
@testable import MosaicLibrary

struct ScreenshotListingChaptersTests {
    private let chapters = [
        ExpectedChapters.Chapter(index: 1, time: Timestamp(milliseconds: 4_200), title: "Arrival"),
        ExpectedChapters.Chapter(index: 2, time: Timestamp(milliseconds: 397_000), title: nil),
        ExpectedChapters.Chapter(index: 3, time: Timestamp(milliseconds: 721_000), title: "Dunes"),
    ]

    private func screenshot(_ name: String, seconds: Int64, chapter: Int?, title: String? = nil) -> Screenshot {
        Screenshot(
            name: name, time: Timestamp(milliseconds: seconds * 1_000), chapter: chapter, title: title)
    }

    private func listing(
        _ screenshots: [Screenshot], skipped: [SkippedFile] = [], remarks: [String] = []
    ) -> ScreenshotListing {
        let reader = FolderReader(ScreenshotSource(folder: "/shots"))
        return ScreenshotListing(screenshots, skipped: skipped, remarks: remarks, reader: reader)
    }

    @Test func `chapters that have not arrived stand at their times, without a file`() {
        let listing = listing(
            [screenshot("ch9_500s.jpg", seconds: 500, chapter: 9), screenshot("ch1_4s.jpg", seconds: 4, chapter: 1)],
            skipped: [SkippedFile(name: "cover.jpg", reason: "No.")], remarks: ["Well."]
        ).expecting(chapters, missing: .placeholder)
        #expect(listing.screenshots.map(\.name) == ["ch1_4s.jpg", "ch2", "ch9_500s.jpg", "ch3"])
        #expect(listing.screenshots.map(\.hasArrived) == [true, false, true, false])
        #expect(listing.screenshots.map(\.title) == ["Arrival", nil, nil, "Dunes"])
        // A file's own time is the one that its picture shows.
        #expect(listing.screenshots.map(\.time.milliseconds) == [4_000, 397_000, 500_000, 721_000])
        #expect(listing.skipped.count == 1 && listing.remarks == ["Well."])
    }

    @Test func `missing chapters are left out, and the others have their titles`() {
        let listing = listing(
            [
                screenshot("ch3_721s.jpg", seconds: 721, chapter: 3),
                screenshot("ch1_4s.jpg", seconds: 4, chapter: 1, title: "Its own"),
                screenshot("00007.jpg", seconds: 70, chapter: nil),
            ]
        ).expecting(chapters, missing: .absent)
        #expect(listing.screenshots.map(\.name) == ["ch1_4s.jpg", "00007.jpg", "ch3_721s.jpg"])
        #expect(listing.screenshots.map(\.title) == ["Its own", nil, "Dunes"])
    }
}
