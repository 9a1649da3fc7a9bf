import Foundation
import MosaicFixtures
import Testing
import WebVTT

@testable import Mosaic
@testable import MosaicLibrary

/// Finding folders of screenshots.
struct SourceTreeTests {
    private let folder = TemporaryFolder()

    private func put(_ files: String...) throws {
        for file in files {
            if let slash = file.lastIndex(of: "/") { try folder.makeFolder(String(file[..<slash])) }
            try folder.write([1], to: file)
        }
    }

    private func walk(interval: Bool = false, passing library: String? = nil) throws -> SourceTree.Walk {
        try SourceTree(root: folder.path("root"), interval: interval ? Timestamp(milliseconds: 1_000) : nil)
            .walk(passing: library.map(folder.path))
    }

    private func names(interval: Bool = false, passing library: String? = nil) throws -> [String] {
        try walk(interval: interval, passing: library).folders.map(\.name)
    }

    @Test func `folders with screenshots are found at any depth, in one order`() throws {
        try put(
            "root/b/ch1_0s.jpg", "root/a/x/y/ch2_10s.PNG", "root/a/ch1_0s.jpeg", "root/a-b/ch1_0s.jpg",
            "root/none/cover.jpg", "root/none/deep/readme.txt", "root/Ü/ch1_0s.jpg", "root/-x/ch1_0s.jpg")
        #expect(try names() == ["-x", "a", "a/x/y", "a-b", "b", "Ü"])
        let first = try #require(try walk().folders.first)
        #expect(first.path.hasSuffix("/root/-x") && first.path.hasPrefix("/"))
    }

    @Test func `the root itself may hold screenshots and goes by its own name`() throws {
        try put("root/ch1_0s.jpg", "root/more/ch1_0s.jpg")
        #expect(try names() == ["root", "more"])
    }

    @Test func `links to folders are not followed, those to files are`() throws {
        try put("root/a/ch1_0s.jpg", "elsewhere/ch1_0s.jpg")
        try folder.makeFolder("root/linked")
        for (link, target) in [
            ("root/loop", "."), ("root/a/up", ".."), ("root/out", "../elsewhere"),
            ("root/linked/ch1_0s.jpg", "../../elsewhere/ch1_0s.jpg"), ("root/b", "nowhere"),
        ] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path(link), withDestinationPath: target)
        }
        #expect(try names() == ["a", "linked"])
    }

    @Test func `a broken link that is named like a film is reported`() throws {
        try put("root/a.mp4")
        for (name, target) in [
            ("b.mp4", "a.mp4"), ("gone.mkv", "/nowhere.mkv"), ("gone.txt", "/nowhere.txt"),
            ("circle.mp4", "circle.mp4"),
        ] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path("root/\(name)"), withDestinationPath: target)
        }
        let walk = try walk()
        #expect(walk.films.map(\.name) == ["a.mp4", "b.mp4"] && walk.unreadable.isEmpty)
        #expect(walk.brokenLinks.map(\.name) == ["circle.mp4", "gone.mkv"])
        #expect(
            walk.brokenLinks.map(\.reason) == [
                "It is a link to circle.mp4, which cannot be opened: its links lead in a circle.",
                "It is a link to /nowhere.mkv, which leads to no file.",
            ])
    }

    @Test func `hidden folders, the library and published storyboards are passed by`() throws {
        try put(
            "root/.hidden/ch1_0s.jpg", "root/lib/film/ch1_0s.jpg", "root/made/1.jpg", "root/made/mosaic.json",
            "root/made/deeper/1.jpg", "root/shots/1.jpg", "root/shots/.2.jpg")
        #expect(try names(interval: true, passing: "root/lib") == ["shots"])
    }

    @Test func `with an interval any numbered picture will do`() throws {
        try put("root/a/frame7.jpg", "root/b/cover.jpg", "root/c/7.txt")
        #expect(try names(interval: true) == ["a"])
        #expect(try names().isEmpty)
    }

    @Test func `a folder with the name of a screenshot is skipped`() throws {
        try put("root/ch1_0s.jpg/ch2_10s.jpg")
        #expect(try names() == [])
        try put("root/ch2_5s.jpg")
        #expect(try names() == ["root"])
    }

    @Test func `a name that is not text is reported`() throws {
        try put("root/a/ch1_0s.jpg")
        let name = Array((folder.path("root") + "/x").utf8CString.dropLast()) + [CChar(bitPattern: 0xFF), 0]
        guard mkdir(name, 0o755) == 0 else { return }
        let walk = try walk()
        #expect(walk.folders.map(\.name) == ["a"])
        #expect(walk.unreadable.map(\.reason) == ["The name is not UTF-8; rename it."])
    }

    @Test func `a tree inside the library is refused, one beside it is not`() throws {
        try put("lib/films/x/ch1_0s.jpg", "root/ch1_0s.jpg")
        let tree = try SourceTree(root: folder.path("lib/films"))
        #expect(failure { try tree.refuseLibrary(at: folder.path("lib")) } == .refused)
        #expect(failure { try tree.refuseLibrary(at: folder.path("lib/films")) } == .refused)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("alias"), withDestinationPath: folder.path("lib"))
        #expect(failure { try tree.refuseLibrary(at: folder.path("alias")) } == .refused)
        try tree.refuseLibrary(at: folder.path("root"))
        try tree.refuseLibrary(at: folder.path("nothing-yet"))
        try tree.refuseLibrary(at: folder.path("lib/films/x"))
    }

    @Test func `no folder, no tree`() throws {
        try put("file")
        for path in ["nowhere", "file"] {
            #expect(failure { _ = try SourceTree(root: folder.path(path)) } == .notFound)
        }
    }

    private func failure(_ body: () throws -> Void) -> MosaicError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? MosaicError)?.code
        }
    }
}
