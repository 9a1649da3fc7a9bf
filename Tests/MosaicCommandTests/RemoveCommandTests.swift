import MosaicFixtures
import Testing

/// `mosaic remove`.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct RemoveCommandTests {
    private let workplace = Workplace()

    init() throws {
        try workplace.draw(1...2)
        try workplace.publish("film-a", "film-b", "-c")
    }

    private func names() throws -> [String] {
        try workplace.folder.names(in: "library").filter { !$0.hasPrefix(".") }
    }

    @Test func `storyboards go with track, sheets and job, and screenshots stay`() throws {
        let run = try workplace.inLibrary("remove", "--yes", "film-a", "--", "-c")
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(run.output == "film-a: removed\n-c: removed\n")
        let listed = try JSONReport(workplace.inLibrary("list", "--json").output)
        #expect(listed.objects("storyboards").compactMap { $0["id"] as? String } == ["film-b"])
        #expect(FolderWitness.firstFault(in: workplace.folder.path("library/film-b")) == nil)
        let report = try JSONReport(workplace.inLibrary("jobs", "--json").output)
        #expect(report.objects("jobs").compactMap { $0["storyboard"] as? String } == ["film-b"])
        #expect(try workplace.folder.names(in: "shots").count == 2)
    }

    @Test func `an empty id is refused, and no storyboard is removed`() throws {
        _ = try workplace.inLibrary("remove", "--yes", "film-a", "film-b")
        for command in [["remove", "", "--yes"], ["show", ""], ["restore", ""]] {
            let run = try workplace.run([command[0], "--library", "library"] + command.dropFirst())
            #expect(run.status == 64 && run.errors.hasPrefix("mosaic: id: The id is empty"), "\(run.errors)")
        }
        let listed = try JSONReport(workplace.inLibrary("list", "--json").output)
        #expect(listed.objects("storyboards").compactMap { $0["id"] as? String } == ["-c"])
    }

    @Test func `without a terminal nothing goes unless that is confirmed`() throws {
        let run = try workplace.inLibrary("remove", "film-a")
        #expect(run.status == 64 && run.output.isEmpty && run.errors.contains("--yes"))
        #expect(try names().count == 3)
    }

    // util-linux's `script` gives the tool a terminal; without it the test is skipped.
    @Test(.enabled(if: Terminal.isAvailable, "script or /dev/pts is absent"))
    func `asks on a terminal, and removes nothing without an answer`() throws {
        let text = try Terminal.run(["remove", "film-a", "film-b", "--library", "library"], in: workplace.folder)
        #expect(text.contains("Remove film-a, film-b? [y/N] ") && text.contains("Nothing was removed."))
        #expect(try names().count == 3)
        let answered = try Terminal.run(
            ["remove", "film-a", "--library", "library"], in: workplace.folder, typing: "y\n")
        #expect(answered.contains("film-a: removed"))
        #expect(!workplace.folder.holds("library/film-a/thumbnails.vtt"))
    }

    @Test func `reports an unknown storyboard, and removes the others`() throws {
        let run = try workplace.inLibrary("remove", "--yes", "other", "film-a")
        #expect(run.status == 66 && run.output == "film-a: removed\n")
        #expect(run.errors.hasPrefix("mosaic: other: The library has no storyboard or job with this id"))
    }

    @Test func `a screenshot of an unknown storyboard is not there, and no folder is made for it`() throws {
        let before = try names()
        let run = try workplace.inLibrary("remove", "--yes", "other", "--screenshot", "ch1_10s.jpg")
        #expect(run.status == 66 && run.errors.hasPrefix("mosaic: other: It has no uploaded screenshot ch1_10s.jpg"))
        #expect(try names() == before)
    }

    @Test func `keeps foreign files`() throws {
        try workplace.folder.write([1], to: "library/film-a/notes.txt")
        #expect(try workplace.inLibrary("remove", "--now", "--yes", "film-a").status == 0)
        #expect(try workplace.folder.names(in: "library/film-a") == ["notes.txt"])
    }

    @Test func `with --now everything goes at once, and what caches have to forget is listed`() throws {
        let sheets = try workplace.folder.names(in: "library/film-a").filter { $0.hasPrefix("sheet-") }
        let run = try workplace.inLibrary("remove", "--now", "--yes", "film-a")
        let names = (["mosaic.json", "thumbnails.vtt"] + sheets).sorted().map { "film-a/\($0)\n" }.joined()
        #expect(run.status == 0 && run.output == "film-a: removed\n" + names)
        #expect(try self.names() == ["-c", "film-b"])
        let again = try workplace.inLibrary("restore", "film-a")
        #expect(
            again.status == 66 && again.errors.hasPrefix("mosaic: film-a: No storyboard that can be restored has this"))
    }

    @Test func `a removed storyboard comes back as it was, once`() throws {
        let before = try workplace.folder.contents(of: "library/film-a")
        #expect(try workplace.inLibrary("remove", "--yes", "film-a").status == 0)
        let run = try workplace.inLibrary("restore", "film-a")
        #expect(run.status == 0 && run.output == "film-a: 2 tiles restored\n")
        #expect(try workplace.folder.contents(of: "library/film-a") == before)
        let listed = try JSONReport(workplace.inLibrary("list", "--json").output)
        #expect(listed.objects("storyboards").count == 3)
        #expect(try workplace.inLibrary("restore", "film-a").errors.contains("It is published"))
        #expect(try workplace.inLibrary("restore", "other").status == 66)
    }

    @Test(arguments: ["film-a", "library/film-a", "film-a/", "film-"])
    func `a removed storyboard is named by id, path or the beginning of its id`(name: String) throws {
        #expect(try workplace.inLibrary("remove", "--yes", "film-a").status == 0)
        #expect(try workplace.inLibrary("restore", name).output == "film-a: 2 tiles restored\n")
    }

    @Test func `a screenshot of a source has to go there first, and then goes from everything at once`() throws {
        func remove() throws -> BuiltTool.Outcome {
            try workplace.inLibrary("remove", "film-a", "--screenshot", "ch1_10s.jpg", "--yes", "--now")
        }
        let sheets = try workplace.folder.names(in: "library/film-a").filter { $0.hasPrefix("sheet-") }
        let early = try remove()
        #expect(early.status != 0 && early.errors.contains("remove the screenshot there first"))
        #expect(try workplace.folder.names(in: "library/film-a").filter { $0.hasPrefix("sheet-") } == sheets)
        try workplace.folder.remove("shots/ch1_10s.jpg")
        let run = try remove()
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output == "film-a: ch1_10s.jpg removed\nfilm-a/\(sheets[0])\n")
        #expect(!workplace.folder.holds("library/film-a/\(sheets[0])"))
        #expect(FolderWitness.firstFault(in: workplace.folder.path("library/film-a")) == nil)
        #expect(try remove().status == 66)
        #expect(try workplace.inLibrary("remove", "film-a", "--screenshot", "first.jpg", "--yes").status == 64)
    }

    @Test func `a call without ids exits with 64`() throws {
        #expect(try workplace.inLibrary("remove", "--yes").status == 64)
        #expect(try workplace.inLibrary("remove", "--yes", "../library").status == 66)
    }
}
