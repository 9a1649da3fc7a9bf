import Foundation
import MosaicFixtures
import Testing

@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct LookupCommandTests {
    private let workplace = Workplace()

    init() throws {
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

    @Test func `where nothing is shown that is said`() throws {
        let run = try workplace.run("lookup", "gaps.vtt", "5")
        #expect(run.status == 1 && run.output.isEmpty)
        #expect(run.errors == "mosaic: gaps.vtt: No tile is shown at 00:00:05.000.\n")
        try workplace.folder.write(Array("WEBVTT\n".utf8), to: "empty.vtt")
        #expect(try workplace.run("lookup", "empty.vtt", "5").status == 1)
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
}
