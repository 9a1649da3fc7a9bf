import Foundation
import MosaicFixtures
import Testing
import WebVTT

/// Options of `mosaic compose` for the track.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct ComposeTrackTests {
    private let workplace = Workplace()

    init() throws {
        try workplace.draw(1...10)
    }

    @Test(arguments: ["https://cdn.example/film", "https://cdn.example/film/"])
    func `sheets may have absolute URLs`(base: String) throws {
        let run = try workplace.compose("--base-url", base)
        #expect(run.status == 0)
        #expect(run.output.contains("src=\"https://cdn.example/film/thumbnails.vtt\" default>"))
        let sheets = try workplace.sheets()
        #expect(Set(try WrittenTrack(workplace).urls) == Set(sheets.map { "https://cdn.example/film/\($0)" }))
        #expect(
            try workplace.compose().errors
                == "mosaic: The URLs of sheets began with https://cdn.example/film/, and are relative to the track now; "
                + "--base-url https://cdn.example/film/ keeps them.\n")
        #expect(try workplace.compose().errors.isEmpty)
    }

    @Test func `sheet URLs at the host's root are remarked on in one line`() throws {
        let run = try workplace.compose("--base-url", "/films/one/")
        let lines = run.errors.split(separator: "\n")
        #expect(run.status == 0 && lines.count == 1)
        #expect(lines.first?.contains("/films/one/") == true && lines.first?.contains("videojs-vtt-thumbnails") == true)
        #expect(try workplace.compose("--base-url", "//cdn.example/films/one/").errors.isEmpty)
    }

    @Test func `a gutter makes rectangles smaller, the sheets are the same`() throws {
        try workplace.compose()
        let (whole, sheets) = (try WrittenTrack(workplace), try workplace.sheets())
        #expect(whole.cues.allSatisfy { $0.text.hasSuffix(",40,23") })
        #expect(try workplace.compose("--gutter", "2", "--export", "vidstack").status == 0)
        #expect(try WrittenTrack(workplace).cues.allSatisfy { $0.text.hasSuffix(",36,19") })
        #expect(try workplace.text(of: "out/vidstack.json").matches(of: /,36,19"/).count == 10)
        #expect(try workplace.sheets() == sheets)
        #expect(try workplace.run("doctor", "out").status == 0)
        let refused = try workplace.compose("--gutter", "17")
        #expect(refused.status == 64 && refused.errors.contains("--gutter takes 0 to 16 pixels."))
    }

    @Test(arguments: [
        ["--duration", "100"], ["--duration", "never"], ["--base-url", ""], ["--base-url", "https://a.example/?t=1"],
        ["--base-url", "https://a.example/ b"], ["--max-cues", "-1"], ["--max-cues", "many"], ["--keep-old", "-1"],
        ["--keep-old", "1w"], ["--id", "a/b"], ["--id", ".hidden"], ["--id", ""],
    ])
    func `a track that makes no sense is a wrong command line`(options: [String]) throws {
        let run = try workplace.run(["compose", "shots", "-o", "out"] + options)
        #expect(run.status == 64 && run.output.isEmpty && !run.errors.isEmpty)
        #expect(!workplace.folder.holds("out"))
    }
}
