import Foundation
import MosaicFixtures
import Testing
import WebVTT

@testable import Mosaic
@testable import MosaicSystem

struct ScreenshotSourceListingTests {
    private let folder = TemporaryFolder()

    private func source(interval: Int64? = nil, list: String? = nil) -> Mosaic.ScreenshotSource {
        Mosaic.ScreenshotSource(
            folder: folder.path("shots"), interval: interval.map(Timestamp.init(milliseconds:)),
            list: list.map(folder.path))
    }

    private func write(_ names: String...) throws {
        try folder.makeFolder("shots")
        for name in names { try folder.write([1], to: "shots/" + name) }
    }

    @Test func `times come from file names, an interval or a list`() throws {
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

    @Test func `a folder that is not there is not found`() throws {
        let error = failure { try source().listing() }
        #expect(error == MosaicError(.notFound, "shots", "There is no such file or folder."))
        try folder.write([1], to: "shots")
        #expect(failure { try source().listing() }?.code == .notFound)
    }

    @Test func `an error for an empty folder and for other names states the reason`() throws {
        try write()
        #expect(
            failure { try source().listing() }?.reason
                == "It holds no files; screenshots are named ch{number}_{seconds}s.jpg.")
        try write("a.txt")
        #expect(
            failure { try source().listing() }?.reason
                == "There are no screenshots among its 1 file; their names are ch{number}_{seconds}s.jpg.")
        try write("a.jpg", "b.jpg")
        let reason =
            "It holds no ch{number}_{seconds}s.jpg, but 2 pictures without times in their names (a.jpg): --times FILE "
            + "takes the times of a list."
        #expect(failure { try source().listing() }?.reason == reason)
        #expect(
            failure { try source(interval: 10_000).listing() }?.reason.contains("2 pictures without numbers") == true)
        try write("CH1_4S.JPG")
        #expect(failure { try source().listing() }?.reason.contains("rename CH1_4S.JPG to ch1_4s.jpg") == true)
    }

    @Test func `no link leads from a list below a root, or from a file that it names, out of the root`() throws {
        let roots = [
            try #require(RealPath.of(folder.makeFolder("root"))), try #require(RealPath.of(folder.makeFolder("lists"))),
        ]
        try folder.makeFolder("root/shots")
        try folder.write([1], to: "root/shots/a.jpg")
        try folder.write([1], to: "b.jpg")
        try folder.write(Array("a.jpg,1\n".utf8), to: "list.csv")
        try folder.write(Array("a private line\n".utf8), to: "private.txt")
        func listing(_ list: String, isGrowing: Bool = false) throws -> ScreenshotListing {
            try Mosaic.ScreenshotSource(folder: roots[0] + "/shots", list: list)
                .listing(below: roots, isGrowing: isGrowing)
        }
        func link(_ name: String, to target: String) throws {
            try? folder.remove(name)
            try FileManager.default.createSymbolicLink(
                atPath: folder.path(name), withDestinationPath: folder.path(target))
        }
        #expect(try listing(folder.path("list.csv")).screenshots.count == 1, "The operator's own list lies anywhere.")
        for root in roots {
            let name = root == roots[0] ? "root" : "lists"
            try folder.write(Array("a.jpg,1\n".utf8), to: name + "/real.csv")
            try link(name + "/list.csv", to: name + "/real.csv")
            #expect(try listing(root + "/list.csv").screenshots.count == 1)
            try link(name + "/list.csv", to: "private.txt")
            let refusal = failure { try listing(root + "/list.csv") }
            #expect(refusal?.code == .refused && refusal?.reason.contains("private line") == false)
            #expect(failure { try FilmTimesList(contentsOf: root + "/list.csv", below: roots) }?.code == .refused)
            #expect(failure { try ChapterList(contentsOf: root + "/list.csv", below: roots) }?.code == .refused)
            #expect(failure { try listing(root + "/absent.csv") }?.code == .notFound)
        }
        try link("root/shots/a.jpg", to: "b.jpg")
        #expect(failure { try listing(folder.path("list.csv")) }?.subject == "list.csv:1")
        #expect(failure { try listing(folder.path("list.csv"), isGrowing: true) }?.code == .noScreenshots)
    }

    @Test func `a growing source may lack files that its list names`() throws {
        try write("a.jpg")
        #expect(failure { try source(list: "list.csv").listing() }?.code == .notFound)
        try folder.write(Array("a.jpg,1\nb.jpg,2\n".utf8), to: "list.csv")
        #expect(failure { try source(list: "list.csv").listing() }?.subject == "list.csv:2")
        let listing = try source(list: "list.csv").listing(isGrowing: true)
        #expect(listing.screenshots.map(\.name) == ["a.jpg"])
        #expect(listing.skipped == [SkippedFile(name: "b.jpg", reason: "The file is not there yet.")])
        try folder.remove("shots/a.jpg")
        #expect(failure { try source(list: "list.csv").listing(isGrowing: true) }?.code == .noScreenshots)
    }
}
