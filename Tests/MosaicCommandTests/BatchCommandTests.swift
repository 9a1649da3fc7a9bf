import Foundation
import MosaicFixtures
import Testing
import Tiers

/// `mosaic batch` as its users run it.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct BatchCommandTests {
    private let films: FilmFolder

    init() throws { films = try FilmFolder() }

    // MARK: A tree

    @Test func `every folder of a tree becomes a storyboard, and a table says so`() throws {
        try films.draw("crime/film 3", "-dash", "Ünï/x", "plain")
        let run = try films.run()
        #expect(run.status == 0 && run.errors.isEmpty)
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == 4 && lines[0] == "composed   4  (8 tiles, 0 of them reused)")
        #expect(lines[1] == "unchanged  0" && lines[2] == "failed     0" && lines[3].hasPrefix("time       "))
        let storyboards = try films.storyboards()
        #expect(storyboards.count == 4 && storyboards.contains("-dash") && storyboards.contains("plain"))
        #expect(try films.titles() == ["-dash", "crime/film 3", "plain", "Ünï/x"])
        for storyboard in storyboards { #expect(films.fault(of: storyboard) == nil, "\(storyboard)") }
    }

    @Test func `some that fail do not hold up the others, and the report names them all`() throws {
        try films.draw("a", "z")
        try films.put(Array("no picture".utf8), in: "bad")
        let run = try films.run("--report", "report.jsonl")
        #expect(run.status == 2)
        #expect(run.output.contains("failed     1\n           bad: ch1_10s.jpg: "))
        let results = try films.results(in: "report.jsonl")
        #expect(Set(results.keys) == ["a", "bad", "z"])
        #expect(results["bad"]?["result"] as? String == "failed" && results["a"]?["result"] as? String == "composed")
        #expect(results["z"]?["source"] as? String == "z" && results["z"]?["tiles"] as? Int == 2)
        try films.draw("bad")
        #expect(try films.run("--retry-failed", "--report", "report.jsonl").status == 0)
        #expect(try films.lines(of: "report.jsonl").count == 4, "only what failed was made, and appended")
        #expect(films.fault(of: "bad") == nil)
    }

    @Test func `a folder's name does not steer the terminal`() throws {
        try films.put([1], in: "x\u{1B}[2Jy")
        let run = try films.run()
        #expect(run.output.contains("x\u{FFFD}[2Jy: ch1_10s.jpg: ") && !run.output.contains("\u{1B}"))
    }

    @Test func `the first failure is the end where that is wanted`() throws {
        try films.put([1], in: "a-bad")
        try films.draw("b", "c", "d", "e", "f", "g", "h")
        let run = try films.run("--fail-fast", "--jobs", "1", "--quiet")
        #expect(run.status == 2 && run.output.isEmpty)
        #expect(run.errors.contains("a-bad: ch1_10s.jpg") && run.errors.contains("--resume"))
        #expect(try films.storyboards().count < 7)
        #expect(try films.run("--resume", "--quiet").status == 2)
        #expect(try films.storyboards().count == 7)
    }

    @Test func `folders of one id are refused by both names, and the rest is made`() throws {
        try films.draw("x/film", "y/film", "other")
        let run = try films.run("--id", "slug")
        #expect(run.status == 2)
        #expect(run.output.contains("x/film: x/film and y/film have the same id; "))
        #expect(run.output.contains("y/film: y/film and x/film have the same id; "))
        #expect(try films.storyboards() == ["other"])
        #expect(try films.run("--id", "hash", "--output", "hashed").status == 0)
        #expect(try films.storyboards(in: "hashed").allSatisfy { $0.wholeMatch(of: /[0-9a-f]{32}/) != nil })
    }

    @Test func `skips a library inside the tree, and refuses a tree inside the library`() throws {
        try films.draw("a")
        for _ in 0..<2 { #expect(try films.run("--interval", "5", output: "films/library").status == 0) }
        #expect(try films.storyboards(in: "films/library") == ["a"])
        let run = try films.run(output: ".")
        #expect(run.status == 1 && run.errors.contains("The library must not be the folder that is read"))
    }

    @Test func `sheets are made as they are asked for`() throws {
        try films.draw("a")
        #expect(try films.run("--width", "32", "--format", "png", "--base-url", "https://cdn.example/x").status == 0)
        #expect(try films.folder.names(in: "library/a").contains { $0.hasSuffix(".png") })
        let track = String(decoding: try films.folder.read("library/a/thumbnails.vtt"), as: UTF8.self)
        #expect(track.contains("https://cdn.example/x/sheet-0.") && track.contains("#xywh=0,0,32,18"))
    }

    @Test func `recorded sizes are kept unless they are to be chosen anew`() throws {
        try films.draw("a")
        #expect(try films.run("--width", "32").status == 0)
        let refused = try films.run("--width", "64", "--resume")
        #expect(refused.status == 2 && refused.output.contains("--regrid changes that"))
        #expect(try films.run("--width", "64", "--resume", "--regrid").status == 0)
        #expect(String(decoding: try films.folder.read("library/a/thumbnails.vtt"), as: UTF8.self).contains(",64,36"))
        let report = try JSONReport(films.run("--width", "64", "--resume", "--regrid", "--json").output)
        #expect(report.number("unchanged") == 1)
    }

    // MARK: Pruning

    @Test func `pruning lists first, and removes with --yes`() throws {
        try films.draw("a", "b")
        #expect(try films.run().status == 0)
        try films.folder.remove("films/b")
        let listed = try films.run("--prune")
        #expect(
            listed.status == 0 && listed.output.hasPrefix("b  ")
                && listed.output.hasSuffix("1 storyboard would go; --yes removes.\n"))
        #expect(try films.storyboards() == ["a", "b"])
        let removed = try JSONReport(films.run("--prune", "--yes", "--keep-old", "0", "--json").output)
        #expect(removed.objects("storyboards").compactMap { $0["id"] as? String } == ["b"])
        #expect(try films.storyboards() == ["a"])
        try films.folder.remove("films/a")
        let refused = try films.run("--prune", "--yes")
        #expect(refused.status == 1 && refused.errors.contains("so every storyboard would go: is a disk missing?"))
        #expect(try films.storyboards() == ["a"])
    }

    @Test(.enabled(if: LockingProcess.isAvailable, "flock is not installed"))
    func `one that cannot be removed keeps none of the others`() throws {
        try films.draw("a", "b", "c")
        #expect(try films.run().status == 0)
        try films.folder.remove("films/b")
        try films.folder.remove("films/c")
        let other = try LockingProcess(folder: films.folder.path("library/b"))
        defer { other.end(killing: false) }
        let run = try films.run("--prune", "--yes", "--keep-old", "0")
        #expect(run.status == 2 && run.errors.contains("b: Another mosaic is writing into this folder."))
        #expect(run.output.hasPrefix("c  ") && run.output.hasSuffix("1 storyboard removed.\n"))
        #expect(try films.storyboards() == ["a", "b"])
    }

    // MARK: Refusals

    @Test(arguments: [
        ["films"], ["films", "-o", "x", "--jobs", "0"], ["films", "-o", "x", "--shard", "0/4"],
        ["films", "-o", "x", "--shard", "5/4"], ["films", "-o", "x", "--keep-going", "--fail-fast"],
        ["films", "-o", "x", "--yes"], ["films", "-o", "x", "--prune", "--shard", "1/2"],
        ["films", "-o", "x", "--prune", "--resume"], ["films", "-o", "x", "--prune-limit", "3"],
        ["films", "-o", "x", "--prune", "--prune-limit", "-1"], ["films", "-o", "x", "--prefix", ""],
        ["-", "-o", "x", "--prefix", "a"], ["films", "-o", "x", "--prune", "--replace"],
        ["-", "-o", "x", "--prune"], ["-", "-o", "x", "--interval", "5"],
        ["-", "-o", "x", "--id", "slug"], ["films", "-o", "x", "--duration", "90"], ["-", "--catalog", "c"],
        ["films", "-o", "x", "--id", "name"], ["films", "-o", "x", "--start", "5"],
    ])
    func `a command line that contradicts itself is not begun`(arguments: [String]) throws {
        try films.draw("a")
        #expect(try BuiltTool.run(["batch"] + arguments, in: films.folder).status == 64)
        #expect(try films.folder.names() == ["films"])
    }

    @Test func `a tree without screenshots exits with 66`() throws {
        let run = try films.run()
        #expect(run.status == 66 && run.errors.contains("films: The folder is empty; "))
        #expect(try films.folder.names() == ["films"])
        #expect(try BuiltTool.run(["batch", "nowhere", "-o", "x"], in: films.folder).status == 66)
    }

    @Test(arguments: [
        ("/proc/library", "/proc/library: The folder cannot be made: files cannot be created there."),
        ("file", "file: It is a file; a library is a folder."),
        ("file/library", "file/library: file is a file, so that nothing can be made in it; -o takes a folder."),
    ])
    func `why a library cannot be made is said`(path: String, words: String) throws {
        let workplace = Workplace()
        try workplace.draw(1...1)
        try workplace.folder.write([1], to: "file")
        let run = try workplace.run("batch", ".", "-o", path)
        #expect(run.status == 1 && run.errors == "mosaic: \(words)\n", "\(run.errors)")
    }

    @Test func `a path that is too long for SQLite is said to be that`() throws {
        let workplace = Workplace()
        try workplace.draw(1...1)
        let path = Array(repeating: String(repeating: "x", count: 100), count: 6).joined(separator: "/")
        let run = try workplace.run("batch", ".", "-o", path)
        #expect(
            run.status == 1 && run.errors.contains("--catalog PATH") && run.errors.contains(" bytes"), "\(run.errors)")
        #expect(try workplace.run("batch", ".", "-o", path, "--catalog", "catalog.sqlite").status == 0)
    }

    @Test func `failures do not count in the rate, and the output states where all results are listed`() throws {
        let films = try FilmFolder()
        for number in 1...8 { try films.put([0xFF, 0xD8, 0], in: "film\(number)") }
        let run = try films.run("--strict")
        #expect(run.status == 2 && !run.output.contains("storyboards/s"), "\(run.output)")
        #expect(run.output.contains("and 3 more; --report names all\n"))
        let reported = try films.run("--strict", "--report", "results.jsonl")
        #expect(reported.output.contains("and 3 more; see results.jsonl\n"))
        let json = try JSONReport(films.run("--strict", "--json").output)
        #expect(json.number("storyboards_per_second") == 0 && json.number("failed") == 8)
    }

    @Test(.thorough, .enabled(if: getuid() == 0 && SmallDisk.unshare != nil, "nobody here may mount a small disk"))
    func `a full disk ends a batch`() throws {
        let films = try FilmFolder()
        for number in 1...80 { try films.draw("film\(number)", chapters: 1...8) }
        try films.folder.makeFolder("library")
        let run = try SmallDisk(kibibytes: 2_500, at: "library").run(
            ["batch", "films", "-o", "library", "--width", "128", "-j", "1", "--json"], in: films.folder)
        let report = try JSONReport(run.output)
        #expect(run.status == 2 && report["incomplete"] as? Bool == true, "\(run.errors)")
        #expect((report.number("composed") ?? 0) > 0)
        // Those that were begun already fail, too.
        #expect((1...20).contains(report.number("failed") ?? 0), "\(run.output)")
    }
}
