import Foundation
import Mosaic
import MosaicFixtures
import Testing
import WebVTT

@testable import MosaicLibrary

/// `mosaic submit`.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct SubmitCommandTests {
    private let workplace = Workplace()

    private func request(_ id: String) async throws -> JobRequest {
        let job = try await workplace.library().catalog.job(of: #require(StoryboardID(rawValue: id)))
        return try #require(job).request()
    }

    @Test func `a job is printed, and the library is made`() throws {
        try workplace.draw(1...1)
        let run = try workplace.inLibrary("submit", "shots", "--expect", "12")
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(run.output == "shots: job 1, pending, 0/12 tiles\n")
        let report = try JSONReport(workplace.inLibrary("submit", "shots", "--expect", "12", "--json").output)
        #expect(report.number("id") == 1, "the same again is the same job")
        #expect(report.text("state") == "pending" && report.number("total_chapters") == 12)
    }

    @Test func `everything asked for is in the request, and paths are whole`() async throws {
        let chapters = #"[{"index": 1, "time_ms": 10000, "title": "One"}, {"index": 2, "time_ms": 20000}]"#
        try workplace.folder.write(Array(chapters.utf8), to: "chapters.json")
        try workplace.draw(1...1)
        let run = try workplace.inLibrary(
            "submit", "./shots", "--id", "-film", "--title", "Ein Film", "--chapters", "chapters.json", "--missing",
            "placeholder", "--arrival-timeout", "5m", "--settle", "7", "--keep-old", "1h", "--width", "40", "--grid",
            "2x2", "--duration", "60", "--max-cues", "5", "--strict", "--accept-damaged", "--verify-content")
        #expect(run.status == 0, "\(run.errors)")
        let request = try await request("-film")
        #expect(request.title == "Ein Film" && request.source.folder == workplace.folder.path("shots"))
        #expect(request.expected?.chapters.map(\.title) == ["One", nil] && request.missing == .placeholder)
        #expect(request.arrivalTimeout == 300 && request.settle == 7 && request.keepingOld == 3_600)
        #expect(request.settings.geometry.width == 40 && request.settings.track.maximumCues == 5)
        #expect(request.settings.isStrict && request.settings.acceptsDamaged && request.settings.verifiesContent)
        #expect(request.duration?.milliseconds == 60_000)
    }

    @Test func `a job has batch priority by default`() throws {
        try workplace.draw(1...1)
        for (options, priority) in [([], "batch"), (["--priority", "interactive"], "interactive")]
            as [([String], String)]
        {
            let run = try workplace.run(["submit", "--library", "library", "shots", "--json"] + options)
            #expect(try JSONReport(run.output).text("priority") == priority)
        }
        #expect(try workplace.inLibrary("submit", "shots", "--priority", "soon").status == 64)
    }

    @Test func `ways to give times are part of the request`() async throws {
        try workplace.draw(1...1)
        #expect(try workplace.inLibrary("submit", "shots", "--id", "a", "--interval", "10", "--start", "5").status == 0)
        let numbered = try await request("a").source
        #expect(numbered.interval?.milliseconds == 10_000 && numbered.start.milliseconds == 5_000)
        #expect(try workplace.inLibrary("submit", "shots", "--id", "b", "--times", "list.csv").status == 0)
        #expect(try await request("b").source.list == workplace.folder.path("list.csv"))
    }

    @Test func `a folder may still be to come, which is said`() throws {
        let run = try workplace.inLibrary("submit", "later", "--expect", "2")
        #expect(
            run.status == 0
                && run.errors == "mosaic: later: There is no such file or folder. The job waits 600 s for it.\n")
        #expect(run.output == "later: job 1, pending, 0/2 tiles\n")
    }
}
