import Foundation
import MosaicFixtures
import Testing

/// Where `mosaic compose` takes screenshots and times from.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct ComposeSourceTests {
    private let workplace = Workplace()

    init() throws {
        try workplace.folder.makeFolder("stills")
    }

    private func draw(_ names: String...) throws {
        for (number, name) in names.enumerated() {
            try workplace.folder.write(DrawnScreenshot(number: number + 1).encoded, to: "stills/\(name)")
        }
    }

    private func compose(_ options: String...) throws -> BuiltTool.Outcome {
        try workplace.run(["compose", "stills", "-o", "out", "--width", "40"] + options)
    }

    /// File, time in milliseconds and title of each tile.
    private func recorded() throws -> [String] {
        try JSONReport(workplace.text(of: "out/mosaic.json")).objects("tiles").map { tile in
            let name = (tile["source"] as? [String: Any])?["name"] as? String ?? "?"
            let title = (tile["title"] as? String).map { " \($0)" } ?? ""
            return "\(name) \(tile["time_ms"] as? Int ?? -1)\(title)"
        }
    }

    @Test func `a frame at the film's very end is left out, and said`() throws {
        let names = (1...16).map { String(format: "%05d.jpg", $0) }
        for name in names { try draw(name) }
        let run = try compose("--interval", "2", "--duration", "30")
        let said = "mosaic: 00016.jpg: skipped. Its time, 00:00:30.000, is not before the film's end at 00:00:30.000.\n"
        #expect(run.status == 0 && run.errors == said, "\(run.errors)")
        #expect(try recorded().count == 15)
        // Two of them are no rounding.
        let wrong = try compose("--interval", "2", "--duration", "28")
        #expect(wrong.status != 0 && wrong.errors.contains("duration"))
    }

    @Test func `skips a dangling link and a pipe, and reports them`() throws {
        try draw("ch1_0s.jpg", "ch2_5s.jpg")
        try FileManager.default.createSymbolicLink(
            atPath: workplace.folder.path("stills/ch3_9s.jpg"), withDestinationPath: "nothing")
        #expect(mkfifo(workplace.folder.path("stills/ch4_9s.jpg"), 0o600) == 0)
        let run = try compose()
        #expect(run.status == 0)
        #expect(run.errors.contains("mosaic: ch3_9s.jpg: skipped. The link leads to no file.\n"))
        #expect(run.errors.contains("mosaic: ch4_9s.jpg: skipped. It is not a regular file.\n"))
    }

    @Test(arguments: [
        (6, "1 more file was skipped; --json names it."), (7, "2 more files were skipped; --json names them."),
    ])
    func `of many files that are left aside the rest is counted`(count: Int, words: String) throws {
        try draw("ch1_0s.jpg")
        for number in 0..<count { try workplace.folder.write([1], to: "stills/\(number).txt") }
        #expect(try compose().errors.contains("mosaic: \(words)\n"))
    }

    @Test func `numbers count as numbers, and a hole in them is said`() throws {
        try draw("frame9.jpg", "frame10.jpg", "frame100.jpg", "notes.txt")
        let run = try compose("--interval", "00:00:00.040")
        #expect(run.status == 0)
        #expect(try recorded() == ["frame9.jpg 0", "frame10.jpg 40", "frame100.jpg 80"])
        #expect(run.errors.contains("notes.txt: skipped"))
        #expect(run.errors.contains("from 10 to 100"))
    }

    @Test(arguments: [
        ("a.jpg,1\nabsent.jpg,2\n", "list:2: "), ("a.jpg,soon\n", "list:1: "), ("../a.jpg,1\n", "list:1: "),
        ("\n{\"file\": \"a.jpg\"}\n", "list:2: "),
    ])
    func `a list that is wrong is named with the line`(list: String, place: String) throws {
        try draw("a.jpg")
        try workplace.folder.write(Array(list.utf8), to: "list")
        let run = try compose("--times", "list")
        #expect(run.status == 65 && run.output.isEmpty)
        #expect(run.errors.hasPrefix("mosaic: \(place)"))
        #expect(!workplace.folder.holds("out"))
    }

    @Test func `an empty list exits with 66`() throws {
        try draw("a.jpg")
        try workplace.folder.write(Array("\n\n".utf8), to: "list")
        let run = try compose("--times", "list")
        #expect(run.status == 66 && run.errors == "mosaic: list: The list names no file.\n")
    }

    @Test func `no name of a file steers the terminal`() throws {
        try draw("1.jpg", "2.jpg", "\u{1B}[2J.txt")
        let run = try compose("--interval", "1")
        #expect(run.status == 0 && run.errors.hasPrefix("mosaic: \u{FFFD}[2J.txt: skipped."))
    }

    @Test func `files without times in their names get a hint`() throws {
        try draw("00001.jpg", "00002.jpg")
        let run = try compose()
        #expect(run.status == 66)
        #expect(run.errors.contains("2 pictures without times") && run.errors.contains("--times FILE"))
    }

    @Test func `of two files with one index the later one counts, and the other is said`() throws {
        try workplace.folder.write(DrawnScreenshot(number: 1).encoded, to: "stills/ch1_10s.jpg", modified: 1_000)
        try workplace.folder.write(DrawnScreenshot(number: 2).encoded, to: "stills/ch01_20s.png", modified: 2_000)
        let run = try compose()
        #expect(run.status == 0 && run.errors.hasPrefix("mosaic: ch1_10s.jpg: skipped."))
        #expect(try recorded() == ["ch01_20s.png 20000"], "and what it holds decides, not its name")
    }
}
