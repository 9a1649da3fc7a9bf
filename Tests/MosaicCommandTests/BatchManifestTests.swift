import Foundation
import MosaicFixtures
import Testing

/// `mosaic batch -`: a manifest on standard input, results on standard output.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct BatchManifestTests {
    private let films: FilmFolder

    init() throws { films = try FilmFolder() }

    private func start(_ options: String...) throws -> PipedTool {
        try PipedTool(["batch", "-", "--width", "40"] + options, in: films.folder)
    }

    @Test func `each line has a result, also a faulty one`() throws {
        try films.draw("a", "b")
        let tool = try start("-o", "library")
        try tool.write(
            """
            {"id": "one", "source": "films/a"}

            nonsense
            {"id": "-two", "source": "films/b", "title": "Zwei", "settings": {"geometry": {"width": 64}}}
            {"source": "films/b"}
            {"id": "three", "source": "films/nowhere"}
            {"id": "last", "source": "films/a"}
            """)
        let end = try tool.finish()
        #expect(end.status == 2)
        let results = try FilmFolder.results(end.lines)
        #expect(end.lines.count == 6 && Set(results.keys) == ["one", "-two", "three", "last", "line 3", "line 5"])
        #expect(results["one"]?["line"] as? Int == 1 && results["one"]?["tiles"] as? Int == 2)
        #expect(
            (results["line 3"]?["error"] as? String)?.hasPrefix(
                "line 3: It is not a JSON object: byte 1 of 8 is wrong. A line is {") == true)
        #expect(results["three"]?["error"] as? String == "nowhere: There is no such file or folder.")
        #expect(results["last"]?["result"] as? String == "composed", "the last line needs no end")
        #expect(end.errors.contains("composed   3  (6 tiles, 0 of them reused)\n"))
        #expect(try films.storyboards() == ["-two", "last", "one"])
        let track = String(decoding: try films.folder.read("library/-two/thumbnails.vtt"), as: UTF8.self)
        #expect(track.contains("#xywh=0,0,64,36"), "settings of the line replace those of the command")
    }

    @Test func `a manifest that cannot be read is not taken for one that has ended`() throws {
        let folder = try #require(FileHandle(forReadingAtPath: films.folder.path))
        let end = try PipedTool(["batch", "-", "-o", "library"], in: films.folder, from: folder).finish()
        #expect(end.status == 1 && end.errors.contains("standard input: The manifest cannot be read to its end"))
    }

    @Test func `prints a result before the next line arrives`() throws {
        try films.draw("a")
        let tool = try start("-o", "library", "--jobs", "2", "--resume", "-q")
        for expected in ["composed", "unchanged", "unchanged"] {
            try tool.write(#"{"id": "film", "source": "films/a"}"# + "\n")
            let line = try #require(tool.line())
            #expect(try JSONReport(String(line)).text("result") == expected)
        }
        let end = try tool.finish()
        #expect(end.status == 0 && end.lines.isEmpty && end.errors.isEmpty)
    }

    @Test func `lines may name their own library`() throws {
        try films.draw("a")
        let tool = try start()
        for number in 1...20 {
            try tool.write(#"{"id": "film", "source": "films/a", "output": "library\#(number % 10)"}"# + "\n")
        }
        try tool.write(#"{"id": "film", "source": "films/a"}"# + "\n")
        let end = try tool.finish()
        #expect(end.status == 2 && end.lines.count == 21)
        #expect(end.errors.contains(#"It names no library: give "output" here, or --output for all."#))
        for number in 0..<10 { #expect(try films.storyboards(in: "library\(number)") == ["film"]) }
    }

    @Test func `a line without an end is not kept in memory`() throws {
        try films.draw("a")
        let tool = try start("-o", "library", "-q")
        for _ in 0..<5 { try tool.write(String(repeating: "x", count: 1 << 20)) }
        try tool.write("\n" + #"{"id": "film", "source": "films/a"}"# + "\n")
        let end = try tool.finish()
        let results = try FilmFolder.results(end.lines)
        #expect(results["line 1"]?["error"] as? String == "line 1: The line is longer than 1048576 bytes.")
        #expect(results["film"]?["result"] as? String == "composed")
    }

    @Test func `a closed output ends the batch after the running publication`() throws {
        try films.draw("a")
        let tool = try start("-o", "library", "--report", "report.jsonl", "--jobs", "1")
        try tool.write(#"{"id": "one", "source": "films/a"}"# + "\n")
        _ = try #require(tool.line())
        try tool.closeOutput()
        try tool.write(#"{"id": "two", "source": "films/a"}"# + "\n")
        let end = try tool.finish()
        #expect(
            end.status == 1
                && end.errors.contains("standard output: The result cannot be written: the reader has exited."))
        #expect(try films.storyboards() == ["one", "two"])
        #expect(try films.results(in: "report.jsonl").keys.sorted() == ["one", "two"])
    }

    @Test(.enabled(if: LockingProcess.isAvailable, "flock is not installed"))
    func `a storyboard that another process writes is composed after it`() throws {
        try films.draw("a", "b")
        #expect(try films.run().status == 0)
        let other = try LockingProcess(folder: films.folder.path("library/a"))
        let tool = try start("-o", "library", "--jobs", "2")
        for name in ["a", "b"] { try tool.write(#"{"id": "\#(name)", "source": "films/\#(name)"}"# + "\n") }
        #expect(try JSONReport(String(#require(tool.line()))).text("id") == "b")
        other.end(killing: false)
        let end = try tool.finish()
        let result = try FilmFolder.results(end.lines)["a"]?["result"] as? String
        #expect(end.status == 0 && result == "composed")
    }

    @Test(.enabled(if: LockingProcess.isAvailable, "flock is not installed"), arguments: ["0", "0.5"])
    func `a storyboard that another process writes for too long fails`(time: String) throws {
        try films.draw("a")
        #expect(try films.run().status == 0)
        let other = try LockingProcess(folder: films.folder.path("library/a"))
        defer { other.end(killing: false) }
        let tool = try start("-o", "library", "--wait", time)
        try tool.write(#"{"id": "a", "source": "films/a"}"# + "\n")
        let end = try tool.finish()
        #expect(end.status == 2)
        let error = try FilmFolder.results(end.lines)["a"]?["error"] as? String
        #expect(error == "a: Another mosaic is writing into this folder.")
    }

    @Test(arguments: [SIGINT, SIGTERM]) func `a batch that waits for its next line can be stopped`(signal: Int32) throws
    {
        try films.draw("a")
        let tool = try start("-o", "library")
        try tool.write(#"{"id": "film", "source": "films/a"}"# + "\n")
        _ = try #require(tool.line())
        tool.signal(signal)
        while tool.line() != nil {}
        let end = try tool.finish()
        #expect(end.status == 130)
        #expect(end.errors.contains("Press Ctrl-C again") && end.errors.contains("--resume does the rest"))
    }
}
