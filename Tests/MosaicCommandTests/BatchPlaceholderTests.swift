import Foundation
import MosaicFixtures
import Testing

/// Screenshots that cannot be decoded, and where a batch and a library say so.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct BatchPlaceholderTests {
    private let films: FilmFolder

    /// Two films of which one has a file that is not a picture.
    init() throws {
        films = try FilmFolder()
        try films.draw("bad", "good")
        for chapter in 3...7 { try films.put(Array("no picture".utf8), chapter: chapter, in: "bad") }
    }

    private func mosaic(_ arguments: String...) throws -> BuiltTool.Outcome {
        try BuiltTool.run(arguments, in: films.folder)
    }

    @Test func `counts and explains gray tiles, and exits with 0`() throws {
        let run = try films.run("--report", "report.jsonl")
        #expect(run.status == 0)
        #expect(run.output.hasPrefix("composed   2  (9 tiles, 0 of them reused), 5 placeholders in 1 storyboard\n"))
        #expect(run.errors.hasPrefix("mosaic: 5 placeholders in 1 storyboard, first bad: ch3_30s.jpg: "))
        #expect(run.errors.count { $0 == "\n" } == 1)
        let results = try films.results(in: "report.jsonl")
        #expect(results["bad"]?["placeholders"] as? Int == 5 && results["good"]?["placeholders"] as? Int == 0)
        #expect((results["bad"]?["placeholder_reasons"] as? [String])?.count == 3)
        #expect(results["good"]?.keys.contains("placeholder_reasons") == false)
    }

    @Test func `a summary for scripts counts them, also where nothing was composed`() throws {
        for composed in [2, 0] {
            let report = try JSONReport(films.run("--resume", "--json").output)
            #expect(report.number("composed") == composed)
            #expect(report.number("placeholders") == 5 && report.number("storyboards_with_placeholders") == 1)
            #expect(report.texts("placeholder_reasons").first?.hasPrefix("bad: ch3_30s.jpg: ") == true)
        }
    }

    @Test func `a library tells them in its list, its jobs and each storyboard`() throws {
        #expect(try films.run().status == 0)
        let list = try mosaic("list", "--library", "library", "--sort", "id").output.split(separator: "\n")
        #expect(list.map { $0.split(separator: " ")[3] } == ["GRAY", "5", "0"])
        for (command, key, name) in [("list", "storyboards", "id"), ("jobs", "jobs", "storyboard")] {
            let report = try JSONReport(mosaic(command, "--library", "library", "--json").output)
            let bad = try #require(report.objects(key).first { $0[name] as? String == "bad" })
            #expect(bad["placeholders"] as? Int == 5)
            #expect((bad["placeholder_reasons"] as? [String])?.count == 3, "\(command)")
        }
        let show = try mosaic("show", "bad", "--library", "library").output
        #expect(show.contains("5 of them placeholders") && show.contains("\ngray      ch3_30s.jpg: "))
    }

    @Test func `they are tried again where that is wanted, and nothing else is`() throws {
        #expect(try films.run().status == 0)
        let resumed = try JSONReport(films.run("--resume", "--json").output)
        #expect(resumed.number("composed") == 0 && resumed.number("unchanged") == 2)
        let retried = try JSONReport(films.run("--retry-placeholders", "--json").output)
        #expect(retried.number("composed") == 1 && retried.number("unchanged") == 1)
        #expect(retried.number("placeholders") == 5)
        let only = try films.run("--retry-failed", "--retry-placeholders", "--report", "report.jsonl")
        #expect(only.status == 0)
        #expect(try Set(films.results(in: "report.jsonl").keys) == ["bad"])
    }
}
