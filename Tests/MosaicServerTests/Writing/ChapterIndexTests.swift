import Foundation
import Mosaic
import MosaicFixtures
import Testing

@testable import MosaicFiles
@testable import MosaicServer

struct ChapterIndexTests {
    private let folder: TemporaryFolder
    private let index = ChapterIndex()

    init() throws {
        folder = try TemporaryFolder()
        try folder.makeFolder("film")
    }

    /// Puts a file into the folder as an upload does; the others of its chapter.
    private func add(_ text: String) throws -> [String] {
        let before = FileStatus(path: folder.path("film"))
        try folder.write([1], to: text)
        #expect(rename(folder.path(text), folder.path("film/\(text)")) == 0)
        let name = try #require(ScreenshotName(text))
        let format = text.hasSuffix(".png") ? ChapterFile.Format.png : .jpeg
        return index.others(than: ChapterFile(name, format), in: folder.path("film"), before: before).sorted()
    }

    @Test func `a folder is listed once, however many files come into it`() throws {
        for number in 0..<500 { #expect(try add("ch\(number)_\(number)s.jpg").isEmpty) }
        #expect(index.listings == 1)
        // Again, at another time and in another format.
        #expect(try add("ch7_7s.jpg").isEmpty)
        #expect(try add("ch7_8s.jpg") == ["ch7_7s.jpg"])
        #expect(try add("ch7_7s.png") == ["ch7_7s.jpg", "ch7_8s.jpg"])
        #expect(index.listings == 1)
    }

    @Test func `what is taken away is no file of a chapter any more`() throws {
        _ = try add("ch1_1s.jpg")
        #expect(try add("ch1_2s.jpg") == ["ch1_1s.jpg"])
        try folder.remove("film/ch1_1s.jpg")
        index.forget(["ch1_1s.jpg"], ofChapter: 1, from: folder.path("film"))
        #expect(try add("ch1_3s.jpg") == ["ch1_2s.jpg"])
        #expect(index.listings == 1)
    }

    @Test func `a folder that somebody else has changed is listed again`() async throws {
        _ = try add("ch1_1s.jpg")
        let known = try #require(FileStatus(path: folder.path("film")))
        // The file system's clock goes in steps.
        while FileStatus(path: folder.path("film"))?.modified == known.modified {
            try folder.write([1], to: "film/ch2_1s.jpg")
            try folder.write([1], to: "film/ch2_0001s.jpeg")
            try folder.remove("film/ch2_1s.jpg")
        }
        #expect(try add("ch2_2s.jpg") == ["ch2_0001s.jpeg"])
        #expect(index.listings == 2)
    }
}
