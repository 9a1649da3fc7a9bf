import Foundation
import Mosaic
import MosaicFixtures
import MosaicLibrary
import Testing

@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct RelayoutCommandTests {
    private let workplace = Workplace()

    init() throws {
        try workplace.draw(1...7)
    }

    @Test func `a storyboard in a folder gets another grid`() throws {
        try workplace.compose()
        let track = try WrittenTrack(workplace).urls
        let run = try workplace.run("relayout", "out", "--grid", "3x1", "--keep-old", "0")
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(run.output == "shots: 7 tiles of 40x23 on 3 sheets of 3x1\n")
        #expect(try workplace.sheets().count == 3 && WrittenTrack(workplace).urls != track)
        let again = try workplace.run("relayout", "out", "--grid", "3x1")
        #expect(again.status == 0 && again.output.hasSuffix(", as before\n"))
        // The new grid is kept.
        let composed = try workplace.run("compose", "shots", "-o", "out", "--width", "40")
        #expect(composed.status == 0 && composed.output.contains("3x1"))
    }

    @Test func `the report has the sheets, and whether they are new`() throws {
        try workplace.compose()
        let run = try workplace.run("relayout", "out", "--max-side", "100", "--json")
        let report = try JSONReport(run.output)
        #expect(report["unchanged"] as? Bool == false && report.objects("sheets").count == 2)
        #expect((report["links"] as? [String: String])?["track"] == "out/thumbnails.vtt")
    }

    @Test func `a storyboard of a library is named by its id, and its entry follows`() async throws {
        try workplace.publish("film")
        let before = try #require(await workplace.library().catalog.entry(of: .init(naming: "film")))
        let run = try workplace.run(
            "relayout", "film", "--library", "library", "--grid", "1x1", "--keep-old", "1h")
        #expect(run.status == 0 && run.output.hasPrefix("film: 7 tiles"))
        let after = try #require(await workplace.library().catalog.entry(of: .init(naming: "film")))
        #expect(after.bytes != before.bytes && after.tiles == 7 && after.created == before.created)
        let absent = try workplace.run("relayout", "other", "--library", "library", "--grid", "1x1")
        #expect(absent.status == 66 && absent.errors.contains("no storyboard or job"))
    }

    @Test func `the entry counts the sheets of all widths`() async throws {
        let widths = ["--width", "40,20", "--grid", "5x5"]
        #expect(try workplace.run(["batch", ".", "-o", "library"] + widths).status == 0)
        #expect(try workplace.run("relayout", "shots", "--library", "library", "--grid", "1x1").status == 0)
        let library = try workplace.library()
        let after = try #require(await library.catalog.entry(of: .init(naming: "shots")))
        _ = try await library.repair()
        #expect(try await library.catalog.entry(of: .init(naming: "shots"))?.bytes == after.bytes)
    }

    @Test func `the exit status separates impossible grids and missing storyboards`() throws {
        try workplace.compose()
        #expect(try workplace.run("relayout", "out", "--grid", "9x0").status == 64)
        let large = try workplace.run("relayout", "out", "--grid", "90x90")
        #expect(large.status == 64 && large.errors.contains("42x64 fits"))
        let absent = try workplace.run("relayout", "shots", "--grid", "1x1")
        #expect(absent.status == 66 && absent.errors.contains("mosaic.json"))
        #expect(try workplace.run("relayout", "absent").status == 66)
        #expect(!workplace.folder.holds("absent"))
    }
}
