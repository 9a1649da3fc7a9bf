import Foundation
import MosaicFixtures
import Testing
import WebVTT

@testable import Mosaic

struct ScreenshotSourceListingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func source(interval: Int64? = nil, list: String? = nil) -> Mosaic.ScreenshotSource {
        Mosaic.ScreenshotSource(
            folder: folder.path("shots"), interval: interval.map(Timestamp.init(milliseconds:)),
            list: list.map(folder.path))
    }

    private func write(_ names: String...) throws {
        try folder.makeFolder("shots")
        for name in names { try folder.write([1], to: "shots/" + name) }
    }

    @Test func `names, an interval or a list give the times`() throws {
        try write("ch1_4s.jpg", "ch2_397s.jpg")
        try folder.write(Array("ch2_397s.jpg,5\n".utf8), to: "list.csv")
        func times(_ source: Mosaic.ScreenshotSource) throws -> [Int64] {
            try source.listing().screenshots.map(\.time.milliseconds)
        }
        #expect(try times(source()) == [4_000, 397_000])
        #expect(try times(source(interval: 1_500)) == [0, 1_500])
        #expect(try times(source(list: "list.csv")) == [5_000])
        #expect(failure { try source(interval: 1, list: "list.csv").listing() }?.code == .invalidSettings)
    }

    @Test(arguments: [
        "shots", "a/b", "/a/b/", "a//b//", "a/.", "a/..", ".", "..", "...", "", "/", "//", "~", "~/shots", "a/~", "ä/ö",
        "a b%20",
        "a/.hidden", "e\u{301}/", "a?b#c", "a/\u{301}x",
    ])
    func `a folder is named as its URL is`(path: String) {
        let name = URL(fileURLWithPath: path).standardizedFileURL.lastPathComponent
        #expect(Mosaic.ScreenshotSource(folder: path).folderName == name)
    }

    @Test func `a folder that is not there has no screenshots`() throws {
        let error = failure { try source().listing() }
        #expect(error == MosaicError(.noScreenshots, "shots", "There is no such folder."))
        try folder.write([1], to: "shots")
        #expect(failure { try source().listing() }?.code == .noScreenshots)
    }

    @Test func `an empty one has none, and one of other names tells how to give times`() throws {
        try write()
        #expect(failure { try source().listing() }?.reason == "There are no screenshots among its 0 files.")
        try write("a.jpg", "b.jpg")
        let reason = "There are no screenshots among its 2 files. Give times to other names by --interval or --times."
        #expect(failure { try source().listing() }?.reason == reason)
    }

    @Test func `what a list names may be still to come`() throws {
        try write("a.jpg")
        #expect(failure { try source(list: "list.csv").listing() }?.code == .noScreenshots)
        try folder.write(Array("a.jpg,1\nb.jpg,2\n".utf8), to: "list.csv")
        #expect(failure { try source(list: "list.csv").listing() }?.subject == "list.csv:2")
        let listing = try source(list: "list.csv").listing(isGrowing: true)
        #expect(listing.screenshots.map(\.name) == ["a.jpg"])
        #expect(listing.skipped == [SkippedFile(name: "b.jpg", reason: "The file is not there yet.")])
        try folder.remove("shots/a.jpg")
        #expect(failure { try source(list: "list.csv").listing(isGrowing: true) }?.code == .noScreenshots)
    }
}
