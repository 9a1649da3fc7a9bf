import Seeded
import Testing
import WebVTT

@testable import Mosaic

struct ScreenshotTests {
    private func screenshot(_ name: String, _ milliseconds: Int64, _ chapter: Int? = nil) -> Screenshot {
        Screenshot(name: name, time: Timestamp(milliseconds: milliseconds), chapter: chapter)
    }

    @Test func `the order is by time, then chapter, then name`() {
        let sorted = [
            screenshot("z", 0, 9), screenshot("y", 5, 2), screenshot("x", 5, 10), screenshot("a", 7),
            screenshot("b", 7),
        ]
        var random = SeededGenerator(seed: 5)
        let reader = FolderReader(Mosaic.ScreenshotSource(folder: "x"))
        for _ in 0..<10 {
            let listing = ScreenshotListing(sorted.shuffled(using: &random), skipped: [], reader: reader)
            #expect(listing.screenshots == sorted)
        }
    }
}
