import Foundation
import MosaicFixtures
import Testing

// The tool lies beside the test bundle wherever the whole package was built; without it the tests are skipped.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct LookupCommandTests {
    private let workplace: Workplace

    init() throws {
        workplace = try Workplace()
        // A gap from 20 to 30 s, and an end at 40 s.
        let track = """
            WEBVTT

            00:10.000 --> 00:20.000
            a.jpg#xywh=0,0,40,30

            00:30.000 --> 00:40.000
            b.jpg#xywh=40,30,40,30
            """
        try workplace.folder.write(Array(track.utf8), to: "gaps.vtt")
    }

    @Test(arguments: ["397", "397.0", "6:37", "00:06:37.000"])
    func `prints the sample's tile at a time in lines`(time: String) throws {
        let track = Workplace.packageRoot.appending(path: "samples/composed/thumbnails.vtt").path
        let run = try workplace.run("lookup", track, time)
        #expect(run.status == 0 && run.errors.isEmpty)
        let lines = run.output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        #expect(lines.map { $0[0] } == ["sheet", "x", "y", "w", "h", "start", "end"])
        #expect(lines[0][1].hasPrefix("sheet-0.") && lines[0][1].hasSuffix(".jpg"))
        #expect(lines.dropFirst().map { $0[1] } == ["256", "0", "256", "144", "00:06:37.000", "00:12:01.000"])
    }

    @Test func `a script gets the same as keys`() throws {
        let run = try workplace.run("lookup", "gaps.vtt", "35", "--json")
        #expect(run.status == 0 && run.errors.isEmpty)
        let answer = try JSONReport(run.output)
        #expect(answer.keys == ["version", "sheet", "x", "y", "w", "h", "start_ms", "end_ms", "index", "policy"])
        #expect(answer.text("sheet") == "b.jpg" && answer.text("policy") == "hold")
        let numbers = ["x", "y", "w", "h", "start_ms", "end_ms", "index"].map { answer.number($0) }
        #expect(numbers == [40, 30, 40, 30, 30_000, 40_000, 1])
    }

    /// Sheets shown before, inside, in the gap and past the end; `nil` for none.
    @Test(arguments: [
        ("active", [nil, "a.jpg", nil, nil]), ("hold", [nil, "a.jpg", "a.jpg", "b.jpg"]),
        ("nearest", ["a.jpg", "a.jpg", "b.jpg", "b.jpg"]), ("next", ["a.jpg", "b.jpg", "b.jpg", "b.jpg"]),
    ])
    func `the policy determines the tile outside of cues`(policy: String, sheets: [String?]) throws {
        for (time, sheet) in zip(["5", "15", "26", "50"], sheets) {
            let run = try workplace.run("lookup", "gaps.vtt", time, "--policy", policy, "--json")
            #expect(run.status == (sheet == nil ? 1 : 0))
            if let sheet {
                let answer = try JSONReport(run.output)
                #expect(answer.text("sheet") == sheet && answer.text("policy") == policy, "at \(time)")
            } else {
                #expect(run.output == "null\n")
            }
        }
    }

    @Test func `where nothing is shown that is said`() throws {
        let run = try workplace.run("lookup", "gaps.vtt", "5")
        #expect(run.status == 1 && run.output.isEmpty)
        #expect(run.errors == "mosaic: gaps.vtt: No tile is shown at 00:00:05.000.\n")
        try workplace.folder.write(Array("WEBVTT\n".utf8), to: "empty.vtt")
        #expect(try workplace.run("lookup", "empty.vtt", "5").status == 1)
    }

    @Test func `prints percentages and whole pictures as written`() throws {
        let track = """
            WEBVTT

            00:00.000 --> 00:10.000
            a.jpg?v=1#xywh=percent:50,0,25,100

            00:10.000 --> 00:20.000
            whole.jpg
            """
        try workplace.folder.write(Array(track.utf8), to: "t.vtt")
        let part = try workplace.run("lookup", "t.vtt", "5").output
        #expect(part.hasPrefix("sheet  a.jpg?v=1\nx      50 %\ny      0 %\nw      25 %\nh      100 %\n"))
        #expect(try JSONReport(workplace.run("lookup", "t.vtt", "5", "--json").output).text("unit") == "percent")
        #expect(try workplace.run("lookup", "t.vtt", "15").output.hasPrefix("sheet  whole.jpg\nstart  00:00:10.000\n"))
        let whole = try JSONReport(workplace.run("lookup", "t.vtt", "15", "--json").output)
        #expect(whole.keys == ["version", "sheet", "start_ms", "end_ms", "index", "policy"])
    }

    /// Shaka, media-chrome, Plyr, Vidstack and videojs-vtt-thumbnails all ask for `a.jpg` then, and show five things.
    @Test(arguments: ["xywh=-1,0,16,9", "xywh=0,0,16", "XYWH=0,0,16,9"])
    func `drops a fragment that is not a rectangle from the sheet's name`(fragment: String) throws {
        let track = "WEBVTT\n\n00:00.000 --> 00:10.000\na.jpg?v=1#\(fragment)\n"
        try workplace.folder.write(Array(track.utf8), to: "t.vtt")
        let run = try workplace.run("lookup", "t.vtt", "5", "--json")
        let answer = try JSONReport(run.output)
        #expect(answer.keys == ["version", "sheet", "tile", "start_ms", "end_ms", "index", "policy"])
        #expect(answer.text("sheet") == "a.jpg?v=1" && run.output.contains("\"tile\" : null"), "\(run.output)")
        #expect(run.status == 0)
        #expect(run.errors == "mosaic: t.vtt: \"\(fragment)\" is not a rectangle of four whole numbers.\n")
        let lines = try workplace.run("lookup", "t.vtt", "5")
        #expect(lines.output == "sheet  a.jpg?v=1\nstart  00:00:00.000\nend    00:00:10.000\n")
        let tile = try workplace.run("tile", "t.vtt", "5", "-o", "tile.jpg")
        #expect(tile.status == 65 && tile.errors == run.errors && !workplace.folder.holds("tile.jpg"))
    }

    @Test func `a cue that names no picture is bad data`() throws {
        try workplace.folder.write(Array("WEBVTT\n\n00:00.000 --> 00:10.000\n\n".utf8), to: "t.vtt")
        let run = try workplace.run("lookup", "t.vtt", "5")
        #expect(run.status == 65 && run.output.isEmpty && run.errors.hasPrefix("mosaic: t.vtt: "))
    }

    @Test(
        arguments: [
            (["gaps.vtt"], 64), (["gaps.vtt", "soon"], 64), (["gaps.vtt", "5", "--policy", "last"], 64),
            (["absent.vtt", "5"], 66), ([".", "5"], 66), (["text.txt", "5"], 65),
        ] as [([String], Int32)])
    func `the exit status separates a wrong call, wrong data and missing data`(arguments: [String], status: Int32)
        throws
    {
        try workplace.folder.write(Array("no track\n".utf8), to: "text.txt")
        let run = try workplace.run(["lookup"] + arguments)
        #expect(run.status == status && run.output.isEmpty && !run.errors.isEmpty)
    }
}
