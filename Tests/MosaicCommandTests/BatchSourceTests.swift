import Foundation
import MosaicFixtures
import Testing
import TiledJPEG

/// Two folders of screenshots, and one library that both may not claim.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct BatchSourceTests {
    private let folder = TemporaryFolder()

    /// Puts chapters 1 and 2 into a folder; drawings of another number are other pictures of the same names.
    private func draw(_ name: String, from number: Int = 1, chapters: Int = 2) throws {
        try folder.makeFolder(name)
        for chapter in 1...chapters {
            try folder.write(
                DrawnScreenshot(number: number + chapter - 1).encoded, to: "\(name)/ch\(chapter)_\(10 * chapter)s.jpg",
                modified: 1_600_000_000)
        }
    }

    private func batch(_ root: String, _ options: String...) throws -> BuiltTool.Outcome {
        try BuiltTool.run(["batch", root, "-o", "library", "--width", "40"] + options, in: folder)
    }

    /// Runs a manifest of one line.
    private func manifest(
        _ line: String, _ options: String...
    ) throws -> (lines: [Substring], errors: String, status: Int32?) {
        let tool = try PipedTool(["batch", "-", "-o", "library", "--width", "40"] + options, in: folder)
        try tool.write(line)
        return try tool.finish()
    }

    private func mosaic(_ arguments: String...) throws -> BuiltTool.Outcome { try BuiltTool.run(arguments, in: folder) }

    private func fault(of id: String, from number: Int) -> String? {
        FolderWitness.firstFault(in: folder.path("library/\(id)")) { [DrawnScreenshot(number: number + $0 - 1)] }
    }

    private func storyboards() throws -> [String] {
        try folder.names(in: "library").filter { !$0.hasPrefix(".") }
    }

    private func loseCatalog() throws {
        for name in try folder.names(in: "library") where name.hasPrefix(".mosaic-catalog") {
            try folder.remove("library/\(name)")
        }
    }

    // MARK: Another source

    @Test(arguments: [[], ["--resume"]])
    func `a second root of the same paths replaces nothing, and each storyboard is named`(options: [String]) throws {
        for name in ["a", "crime/b"] {
            try draw("disk1/\(name)")
            try draw("disk2/\(name)", from: 50)
        }
        #expect(try batch("disk1").status == 0)
        let published = try folder.contents(of: "library/a")
        let arguments = ["batch", "disk2", "-o", "library", "--width", "40", "--report", "r.jsonl"] + options
        let run = try BuiltTool.run(arguments, in: folder)
        #expect(run.status == 2 && run.output.contains("failed     2\n"))
        #expect(run.output.contains(" a: It is made of another folder named a; "))
        #expect(run.output.contains("It is made of another folder named b; ") && run.output.contains("--replace"))
        #expect(!run.output.contains(folder.path), "no full path")
        #expect(try folder.contents(of: "library/a") == published)
        #expect(try batch("disk1", "--resume").output.contains("unchanged  2\n"), "their jobs are as they were")
    }

    @Test func `another source is adopted where that is wanted`() throws {
        try draw("disk1/a")
        try draw("disk2/a", from: 50)
        #expect(try batch("disk1").status == 0)
        #expect(try batch("disk2", "--replace").status == 0)
        #expect(fault(of: "a", from: 50) == nil)
        #expect(try batch("disk2", "--resume").output.contains("unchanged  1\n"))
        #expect(try batch("disk1").status == 2, "it is the other's now")
    }

    @Test func `a prefix gives a root separate ids and titles`() throws {
        try draw("disk1/a")
        try draw("disk2/a", from: 50)
        #expect(try batch("disk1").status == 0)
        #expect(try batch("disk2", "--prefix", "disk2").status == 0)
        let listed = try JSONReport(mosaic("list", "--library", "library", "--sort", "id", "--json").output)
        let ids = listed.objects("storyboards").compactMap { $0["id"] as? String }
        #expect(listed.objects("storyboards").compactMap { $0["title"] as? String } == ["a", "disk2/a"])
        #expect(ids.count == 2 && ids[0] == "a" && ids[1].hasPrefix("disk2-a-"))
        #expect(fault(of: "a", from: 1) == nil && fault(of: ids[1], from: 50) == nil)
        #expect(try batch("disk2", "--prefix", "disk2", "--resume").output.contains("unchanged  1\n"))
        #expect(try batch("disk2", "--prefix", "a//b").status == 64)
    }

    @Test func `a line of a manifest replaces nothing, either`() throws {
        try draw("disk1/a")
        try draw("disk2/a", from: 50)
        #expect(try batch("disk1").status == 0)
        let refused = try manifest(#"{"id": "a", "source": "disk2/a"}"#)
        #expect(refused.status == 2 && refused.lines.first?.contains("another folder named a") == true)
        #expect(fault(of: "a", from: 1) == nil)
        #expect(try manifest(#"{"id": "a", "source": "disk2/a"}"#, "--replace").status == 0)
        #expect(fault(of: "a", from: 50) == nil)
    }

    @Test func `a submitted job replaces nothing, either, be it published or under way`() throws {
        try draw("one")
        try draw("two", from: 50)
        let common = ["--library", "library", "--id", "film", "--settle", "0", "--width", "40"]
        func submit(_ source: String, _ options: String...) throws -> BuiltTool.Outcome {
            try BuiltTool.run(["submit", source] + common + options, in: folder)
        }
        #expect(try submit("one").status == 0)
        let early = try submit("two")
        #expect(
            early.status == 1
                && early.errors.contains("film: An unfinished job makes it of the folder one, not of two; "))
        #expect(try mosaic("worker", "--library", "library", "--once").status == 0)
        #expect(fault(of: "film", from: 1) == nil)
        #expect(try submit("two").status == 1)
        #expect(try submit("later").status == 1, "a folder that is not there yet is another one")
        #expect(try submit("two", "--replace").status == 0)
        #expect(try mosaic("worker", "--library", "library", "--once").status == 0)
        #expect(fault(of: "film", from: 50) == nil)
    }

    @Test func `a storyboard that is adopted gets tiles of its new source's shape`() throws {
        try draw("disk1/a")
        try folder.makeFolder("disk2/a")
        let portrait = DrawnScreenshot(number: 5, size: PixelSize(width: 54, height: 96))
        try folder.write(portrait.encoded, to: "disk2/a/ch1_10s.jpg", modified: 1_600_000_000)
        #expect(try batch("disk1").status == 0)
        #expect(try batch("disk2", "--replace").status == 0)
        let record = try JSONReport(String(decoding: folder.read("library/a/mosaic.json"), as: UTF8.self))
        let geometry = record["geometry"] as? [String: Any]
        #expect((geometry?["tile"] as? [String: Int])?["height"] == 71)
    }

    // MARK: The same source

    @Test func `a moved tree is the same source, also with added screenshots`() throws {
        try draw("old/a")
        try draw("old/b")
        #expect(try batch("old").status == 0)
        try FileManager.default.moveItem(atPath: folder.path("old"), toPath: folder.path("new"))
        try draw("new/b", chapters: 3)
        let moved = try batch("new")
        #expect(moved.status == 0)
        #expect(moved.output.contains("composed   1  (3 tiles, 2 of them reused)\nunchanged  1\n"), "\(moved)")
        #expect(try batch("new", "--resume").output.contains("unchanged  2\n"))
        // What was recorded is the new place.
        try draw("new/a", from: 70)
        #expect(try batch("new").status == 0)
        try draw("old/a", from: 50)
        #expect(try batch("old").status == 2)
    }

    @Test func `a tree that is composed from a folder above keeps its storyboards and ids`() throws {
        try draw("media/Movies/a")
        try draw("media/Movies/crime/b", from: 5)
        #expect(try batch("media/Movies").status == 0)
        try draw("media/a", from: 50)
        try draw("media/Shows/c", from: 60)
        let run = try batch("media", "--report", "r.jsonl")
        #expect(run.status == 2, "\(run)")
        #expect(run.output.contains("composed   1  (2 tiles, 0 of them reused)\nunchanged  2\n"), "\(run)")
        #expect(run.output.contains("a and Movies/a have the same id"), "\(run)")
        let ids = try storyboards()
        #expect(ids.count == 3 && ids.contains("a"))
        #expect(fault(of: "a", from: 1) == nil)
        // From the folder below again, and through another mount point.
        try FileManager.default.createSymbolicLink(atPath: folder.path("mount"), withDestinationPath: "media")
        for root in ["media/Movies", "mount/Movies"] {
            #expect(try batch(root, "--resume").output.contains("unchanged  2\n"))
        }
        #expect(try storyboards() == ids)
    }

    @Test func `a tree that was moved below another folder keeps its ids`() throws {
        try draw("Movies/a")
        try draw("Movies/b", from: 5)
        #expect(try batch("Movies").status == 0)
        try folder.makeFolder("media")
        try FileManager.default.moveItem(atPath: folder.path("Movies"), toPath: folder.path("media/Movies"))
        #expect(try batch("media").status == 0)
        #expect(try storyboards() == ["a", "b"])
    }

    @Test func `a copy of a folder still in the tree gets a separate storyboard`() throws {
        try draw("films/x/a")
        #expect(try batch("films").status == 0)
        try draw("films/y/a")
        #expect(try batch("films").status == 0)
        #expect(try storyboards().count == 2)
    }

    @Test func `a catalog that was lost learns sources from the documents`() throws {
        try draw("media/Movies/a")
        #expect(try batch("media/Movies").status == 0)
        try loseCatalog()
        #expect(try mosaic("repair", "--library", "library").status == 0)
        #expect(try batch("media").status == 0)
        #expect(try storyboards() == ["a"])
    }

    @Test func `another way to the same folder leads to the same source`() throws {
        try draw("real/a")
        try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "real")
        let line = #"{"id": "a", "source": "link/a"}"#
        #expect(try manifest(line).status == 0)
        try draw("real/a", from: 50)
        #expect(try batch("real").status == 0)
        try draw("real/a", from: 60)
        #expect(try manifest(line).status == 0)
    }

    @Test func `a library that lost its catalog knows its sources still`() throws {
        try draw("disk1/a")
        try draw("disk2/a", from: 50)
        #expect(try batch("disk1").status == 0)
        try loseCatalog()
        #expect(try mosaic("repair", "--library", "library").status == 0)
        #expect(try batch("disk2").status == 2)
        // The same folder, though no screenshot is the same.
        try draw("disk1/a", from: 80)
        #expect(try batch("disk1").status == 0)
        #expect(fault(of: "a", from: 80) == nil)
    }

    @Test func `without a recorded source the screenshots identify it`() throws {
        try draw("disk1/a")
        try draw("disk2/a", from: 50)
        #expect(try batch("disk1").status == 0)
        try loseCatalog()
        // As versions left it that recorded the source in the catalog alone.
        try folder.remove("library/a/.mosaic-source.json")
        let run = try batch("disk2")
        #expect(run.status == 2 && run.output.contains("It is made of other screenshots than those in a; "))
        #expect(try batch("disk1").status == 0)
        #expect(folder.holds("library/a/.mosaic-source.json"))
    }

    @Test func `where a storyboard was removed its id is free`() throws {
        try draw("disk1/a")
        try draw("disk2/a", from: 50)
        #expect(try batch("disk1").status == 0)
        #expect(try mosaic("remove", "a", "--yes", "--library", "library").status == 0)
        #expect(try batch("disk2").status == 0)
        #expect(fault(of: "a", from: 50) == nil)
    }
}
