import Foundation
import Mosaic
import MosaicFixtures
import Testing
import WebVTT

struct ScreenshotFolderTests {
    private let folder = TemporaryFolder()
    private var source: ScreenshotFolder { ScreenshotFolder(path: folder.path) }

    private func seconds(_ seconds: Int64) -> Timestamp { Timestamp(milliseconds: seconds * 1_000) }

    // MARK: Chapters

    @Test func `chapters are ordered by time regardless of index and name`() throws {
        for name in ["ch1_300s.jpg", "ch2_20s.jpg", "ch10_100s.png", "ch3_0s.jpeg"] { try folder.write([1], to: name) }
        let listing = try source.chapters()
        #expect(listing.screenshots.map(\.name) == ["ch3_0s.jpeg", "ch2_20s.jpg", "ch10_100s.png", "ch1_300s.jpg"])
        #expect(listing.screenshots.map(\.chapter) == [3, 2, 10, 1])
        #expect(listing.screenshots.map(\.time) == [0, 20, 100, 300].map(seconds))
        #expect(listing.screenshots.count { FileManager.default.fileExists(atPath: folder.path($0.name)) } == 4)
        #expect(listing.skipped.isEmpty)
    }

    @Test func `chapters at one time come in order of index`() throws {
        for name in ["ch10_5s.jpg", "ch9_5s.jpg", "ch2_5s.png"] { try folder.write([1], to: name) }
        #expect(try source.chapters().screenshots.map(\.chapter) == [2, 9, 10])
    }

    @Test func `the later modified of two files with one index wins, and the other is reported`() throws {
        try folder.write([1], to: "ch1_10s.jpg", modified: 1_000)
        try folder.write([2], to: "ch01_20s.jpg", modified: 2_000)
        try folder.write([3], to: "ch1_30s.png", modified: 1_500)
        try folder.write([4], to: "ch2_40s.jpg", modified: 3_000)
        let listing = try source.chapters()
        #expect(listing.screenshots.map(\.name) == ["ch01_20s.jpg", "ch2_40s.jpg"])
        #expect(listing.skipped.map(\.name) == ["ch1_10s.jpg", "ch1_30s.png"])
        #expect(listing.skipped.allSatisfy { $0.reason.contains("ch01_20s.jpg") && $0.reason.contains("index 1") })
    }

    @Test func `one of several files modified at the same moment wins`() throws {
        for name in ["ch1_10s.jpg", "ch1_20s.jpg", "ch1_15s.jpg"] { try folder.write([1], to: name, modified: 1_000) }
        let listing = try source.chapters()
        #expect(listing.screenshots.map(\.name) == ["ch1_20s.jpg"])
        #expect(listing.skipped.count == 2)
    }

    @Test func `other names are reported, and folders and hidden files are ignored`() throws {
        for name in ["ch1_0s.jpg", "cover.jpg", "ch2_0s.gif", "notes.txt", ".DS_Store"] {
            try folder.write([1], to: name)
        }
        try folder.makeFolder("ch9_9s.jpg")
        let listing = try source.chapters()
        #expect(listing.screenshots.map(\.name) == ["ch1_0s.jpg"])
        #expect(listing.skipped.map(\.name) == ["ch2_0s.gif", "cover.jpg", "notes.txt"])
        let name = "The name is not ch{index}_{seconds}s.jpg."
        #expect(listing.skipped.map(\.reason) == ["GIF is not read; JPEG and PNG are.", name, name])
    }

    @Test func `a link to a picture counts, a dangling one does not`() throws {
        let elsewhere = TemporaryFolder()
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("ch1_0s.jpg"), withDestinationPath: elsewhere.write([1], to: "picture"))
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("ch2_0s.jpg"), withDestinationPath: folder.path("nothing"))
        #expect(try source.chapters().screenshots.map(\.name) == ["ch1_0s.jpg"])
    }

    @Test func `an empty folder has no screenshots, and a missing folder and a file give different errors`() throws {
        #expect(try source.chapters().screenshots.isEmpty)
        let gone = ScreenshotFolder(path: folder.path("gone"))
        #expect(throws: MosaicError(.notFound, "gone", "There is no such folder.")) { try gone.chapters() }
        try folder.write([1], to: "file")
        let file = ScreenshotFolder(path: folder.path("file"))
        #expect(throws: MosaicError(.unavailable, "file", "The folder cannot be read.")) { try file.chapters() }
    }

    // MARK: Numbered

    @Test func `numbered files take their times by natural order`() throws {
        for name in ["frame10.jpg", "frame9.jpg", "frame2.PNG", "frame1.jpeg"] { try folder.write([1], to: name) }
        let listing = try source.numbered(interval: Timestamp(milliseconds: 2_500), start: seconds(1))
        #expect(listing.screenshots.map(\.name) == ["frame1.jpeg", "frame2.PNG", "frame9.jpg", "frame10.jpg"])
        #expect(listing.screenshots.map(\.time.milliseconds) == [1_000, 3_500, 6_000, 8_500])
        #expect(listing.screenshots.allSatisfy { $0.chapter == nil })
    }

    @Test func `files without a number and other formats are reported`() throws {
        for name in ["00001.jpg", "cover.jpg", "00002.gif", "log.txt"] { try folder.write([1], to: name) }
        let listing = try source.numbered(interval: seconds(10), start: .zero)
        #expect(listing.screenshots.map(\.name) == ["00001.jpg"])
        #expect(listing.skipped.map(\.name) == ["00002.gif", "cover.jpg", "log.txt"])
        let number = "Not a numbered .jpg, .jpeg or .png file."
        #expect(listing.skipped.map(\.reason) == ["GIF is not read; JPEG and PNG are.", number, number])
    }

    @Test func `a jump in the numbering is remarked once, even steps are not`() throws {
        for number in [10, 20, 30] { try folder.write([1], to: "f\(number).jpg") }
        #expect(try source.numbered(interval: seconds(1), start: .zero).remarks.isEmpty)
        for number in [60, 90] { try folder.write([1], to: "f\(number).jpg") }
        let remarks = try source.numbered(interval: seconds(1), start: .zero).remarks
        #expect(remarks.count == 1)
        #expect(remarks.first?.contains("from 30 to 60") == true)
    }

    @Test func `an interval that replaces times in names is remarked`() throws {
        for name in ["ch1_4s.jpg", "ch2_397s.jpg", "ch3_721s.jpg"] { try folder.write([1], to: name) }
        let remarks = try source.numbered(interval: seconds(10), start: .zero).remarks
        #expect(
            remarks == ["The interval replaces the times in the names, such as ch1_4s.jpg; without it they count."])
    }

    @Test func `an interval of nothing and times past the largest are refused`() throws {
        for number in 1...3 { try folder.write([1], to: "\(number).jpg") }
        #expect(failure { try source.numbered(interval: .zero, start: .zero) }?.code == .invalidSettings)
        #expect(failure { try source.numbered(interval: .latest, start: .zero) }?.code == .invalidSettings)
        #expect(failure { try source.numbered(interval: seconds(1), start: .latest) }?.code == .invalidSettings)
        let last = Timestamp(milliseconds: Timestamp.latest.milliseconds / 2)
        #expect(try source.numbered(interval: last, start: .zero).screenshots.last?.time == .latest)
    }

    // MARK: Listed

    @Test func `a list names files, times and titles`() throws {
        try folder.write([1], to: "b.jpg")
        try folder.makeFolder("sub")
        try folder.write([1], to: "sub/a.webp")
        let list = try TimesList(parsing: "b.jpg,90.5,The end\nsub/a.webp,0", name: "times.csv")
        let listing = try source.listed(in: list)
        #expect(listing.screenshots.map(\.name) == ["sub/a.webp", "b.jpg"])
        #expect(listing.screenshots.map(\.title) == [nil, "The end"])
        #expect(listing.screenshots.map(\.time.milliseconds) == [0, 90_500])
    }

    @Test(arguments: ["absent.jpg", "folder"])
    func `a list that names a missing file or a folder is malformed at that line`(name: String) throws {
        try folder.makeFolder("folder")
        try folder.write([1], to: "a.jpg")
        let list = try TimesList(parsing: "a.jpg,1\n\n\(name),2", name: "times.csv")
        let error = failure { try source.listed(in: list) }
        #expect(error?.code == .malformed)
        #expect(error?.subject == "times.csv:3")
    }
}
