import Foundation
import MosaicFixtures
import Testing
import WebVTT

/// Options of `mosaic compose` for the track.
// The tool lies beside the test bundle wherever the whole package was built; without it the tests are skipped.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct ComposeTrackTests {
    private let workplace: Workplace

    init() throws {
        workplace = try Workplace()
        try workplace.draw(1...10)
    }

    @Test func `cues touch, the first begins at 0 and the last stays open`() throws {
        #expect(try workplace.compose().status == 0)
        let cues = try WrittenTrack(workplace).cues
        #expect(cues.count == 10 && cues[0].start == .zero)
        #expect(zip(cues, cues.dropFirst()).allSatisfy { $0.end == $1.start })
        #expect(cues[9].end == .openEnd)
    }

    @Test func `a track may be thinned, the sheets are the same`() throws {
        try workplace.compose()
        let (whole, sheets) = (try WrittenTrack(workplace), try workplace.sheets())
        #expect(try workplace.compose("--max-cues", "4").status == 0)
        let thinned = try WrittenTrack(workplace)
        #expect(thinned.starts.count == 4)
        #expect(thinned.starts.first == 0 && thinned.starts.last == 100)
        #expect(zip(thinned.cues, thinned.cues.dropFirst()).allSatisfy { $0.end == $1.start })
        #expect(Set(thinned.cues.map(\.text)).isSubset(of: whole.cues.map(\.text)))
        #expect(thinned.cues.last?.text == whole.cues.last?.text)
        #expect(try workplace.sheets() == sheets)
        #expect(try JSONReport(workplace.text(of: "out/mosaic.json")).objects("tiles").count == 10)
    }

    @Test(arguments: ["https://cdn.example/film", "https://cdn.example/film/"])
    func `sheets may have absolute URLs`(base: String) throws {
        let run = try workplace.compose("--base-url", base)
        #expect(run.status == 0)
        #expect(run.output.contains("src=\"https://cdn.example/film/thumbnails.vtt\" default>"))
        let sheets = try workplace.sheets()
        #expect(Set(try WrittenTrack(workplace).urls) == Set(sheets.map { "https://cdn.example/film/\($0)" }))
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

    @Test(arguments: ["101", "1:41", "00:01:41.000"])
    func `a film has an end`(duration: String) throws {
        #expect(try workplace.compose("--duration", duration).status == 0)
        #expect(try WrittenTrack(workplace).cues.last?.end == Timestamp(seconds: 101))
        #expect(try JSONReport(workplace.text(of: "out/mosaic.json")).number("duration_ms") == 101_000)
    }

    @Test func `the first cue may begin where its screenshot is`() throws {
        #expect(try workplace.compose("--exact-start").status == 0)
        #expect(try WrittenTrack(workplace).starts.first == 10)
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
