import Foundation
import MosaicFixtures
import Testing

/// Command lines that name a job, a removed storyboard or a library by another name.
extension LibraryMistakeTests {
    private static let unknown = "The library has no storyboard or job with this id, title or path."

    @Test(arguments: ["film", "Title", "shots", "library/film-7"])
    func `a storyboard that only has a job is named like one that is published`(name: String) throws {
        #expect(
            try workplace.inLibrary("submit", "shots", "--id", "film-7", "--title", "Title").status == 0)
        let shown = try workplace.inLibrary("show", name)
        #expect(shown.status == 0 && shown.output.contains("job 1, pending"), "\(shown)")
        let retried = try workplace.inLibrary("retry", name)
        #expect(retried.status == 0 && retried.output.hasPrefix("film-7: job 1, pending"), "\(retried)")
        for command in ["export --export hls", "relayout"] {
            // A path is named as it was typed.
            let subject = name.contains("/") ? name : "film-7"
            try expect(
                "\(command) \(name) --library library", 66,
                "mosaic: \(subject): It is not published; its job is pending.")
        }
    }

    @Test func `the beginning of the ids of a job and of a storyboard is not taken for one of them`() throws {
        try workplace.publish("film-a")
        #expect(try workplace.inLibrary("submit", "shots", "--id", "film-b").status == 0)
        try expect(
            "show film --library library", 64,
            "mosaic: film: 2 storyboards have ids that begin with it: film-a, film-b.")
    }

    @Test func `the number of a job is answered by its id`() throws {
        try workplace.publish("film-7")
        for command in ["retry", "cancel", "show", "remove --yes", "export --export hls", "relayout"] {
            try expect(
                "\(command) 1 --library library", 66,
                "mosaic: 1: It is the number of a job; name the id of its storyboard, film-7.")
        }
    }

    @Test func `a removed storyboard is not called unknown, and the nearest one is offered to restore`() throws {
        try workplace.publish("film-a")
        #expect(try workplace.inLibrary("remove", "--yes", "film-a").status == 0)
        for command in ["show", "remove --yes", "export --export hls", "relayout"] {
            try expect(
                "\(command) film-a --library library", 66,
                "mosaic: film-a: It was removed; mosaic restore film-a brings it back.")
        }
        let none = "No storyboard that can be restored has this id, title or path"
        try expect("restore film-b --library library", 66, "mosaic: film-b: \(none). Did you mean 'film-a'?")
        try expect("restore nosuch --library library", 66, "mosaic: nosuch: \(none); these can: film-a.")
    }

    @Test func `a pattern and the word all are answered by the option for several storyboards`() throws {
        try workplace.publish("film-a")
        try expect(
            "show film* --library library", 66,
            "mosaic: film*: \(Self.unknown) A name is not a pattern; mosaic list --search film finds 1.")
        try expect(
            "show none* --library library", 66, "mosaic: none*: \(Self.unknown) mosaic list shows its storyboards.")
        try expect(
            "retry all --library library", 66, "mosaic: all: \(Self.unknown) --failed restarts all jobs that failed.")
    }

    @Test func `a library that a variable names is called by the variable`() throws {
        try workplace.compose()
        let none = "mosaic: MOSAIC_LIBRARY=none: There is no such library: mosaic batch and mosaic submit make one."
        for line in ["list", "jobs", "show film"] {
            try expect(line, 66, none, ["MOSAIC_LIBRARY": "none"])
        }
        try expect(
            "list", 66,
            "mosaic: MOSAIC_LIBRARY=out: The folder holds one storyboard, not a library of storyboards; mosaic lookup, tile "
                + "and export take it.", ["MOSAIC_LIBRARY": "out"])
    }

    @Test(arguments: [
        (
            "--host 127.0.0.1:23001",
            "127.0.0.1:23001: --host takes an address without its port: --host 127.0.0.1 --port 23001"
        ),
        ("--host [::1]:80", "[::1]:80: --host takes an address without its port: --host ::1 --port 80"),
        (
            "--host 0.0.0.0",
            "--host: Others can reach 0.0.0.0: set a token, MOSAIC_AUTH_TOKEN, which openssl rand -hex 32 makes, or add "
                + "--read-only, and --allow-host NAME for each further name."
        ),
    ])
    func `an address that a server cannot have is answered by its options`(options: String, answer: String) throws {
        try expect("serve library \(options)", 64, "mosaic: \(answer)")
    }

    @Test func `a result that cannot be written is answered by the reason`() throws {
        try workplace.publish("film-a")
        guard let full = FileHandle(forWritingAtPath: "/dev/full") else { return }
        let tool = try PipedTool(["list", "--library", "library"], in: workplace.folder, to: full)
        let end = try tool.finish()
        #expect(end.status == 1 && end.errors == "mosaic: The result cannot be written: the disk is full.\n")
    }
}
