import Foundation
import MosaicEmbedded
import MosaicFixtures
import Seeded
import Testing
import Tiers

import struct MosaicLibrary.StoryboardLibrary

@testable import MosaicLibrary

/// Kills and stops `mosaic batch` at random moments.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct BatchKillTests {
    private static let names = (10..<22).map { "film\($0)" }
    private let films: FilmFolder

    init() throws {
        films = try FilmFolder()
        for name in Self.names { try films.draw(name, chapters: 1...4) }
    }

    private var arguments: [String] {
        [
            "batch", films.folder.path("films"), "-o", films.folder.path("library"), "--width", "32", "--grid", "1x1",
            "--resume", "--report", films.folder.path("report.jsonl"),
        ]
    }

    /// Stops a run by a signal at a random moment within `whole` microseconds after the library has `count` folders of
    /// storyboards; its exit status.
    private func interrupt(
        by signal: Int32, after count: Int = 0, within whole: UInt32, _ random: inout SeededGenerator
    ) throws -> Int32? {
        let tool = try PipedTool(arguments, in: films.folder)
        while tool.isRunning, try films.storyboards().count < count { usleep(500) }
        usleep(UInt32.random(in: 0...whole, using: &random))
        tool.signal(signal)
        return try tool.finish().status
    }

    /// Checks that published storyboards are whole; returns whether all are published.
    private func check(_ note: String) throws -> Bool {
        let published = try films.storyboards().filter { films.folder.holds("library/\($0)/thumbnails.vtt") }
        for name in published { #expect(films.fault(of: name) == nil, "\(note), \(name)") }
        return published == Self.names
    }

    /// Runs to the end, and compares folder, catalog and jobs.
    private func finish() async throws {
        let end = try PipedTool(arguments, in: films.folder).finish()
        #expect(end.status == 0, "\(end.errors)")
        #expect(try check("after all"))
        let library = try StoryboardLibrary.embedded(at: films.folder.path("library"))
        #expect(try await library.catalog.jobCounts()[.completed] == Self.names.count)
        let report = try await library.repair()
        #expect(report.storyboards == Self.names.count && report.faults.isEmpty)
        #expect(report.written == 0 && report.forgotten == 0, "the catalog agreed with the folder")
        for line in try films.lines(of: "report.jsonl") { #expect(!(try JSONReport(String(line)).keys.isEmpty)) }
        for name in Self.names {
            #expect(try films.folder.names(in: "library/\(name)").allSatisfy { !$0.hasPrefix(".mosaic-pending") })
        }
    }

    @Test(.thorough) func `a kill at any moment leaves whole storyboards, and a restart finishes`() async throws {
        var random = SeededGenerator(seed: 9)
        var killed = 0
        for round in 1...8 {
            let count = try films.storyboards().count + Int.random(in: 0...2, using: &random)
            if try interrupt(by: SIGKILL, after: count, within: 5_000, &random) == nil { killed += 1 }
            if try check("round \(round)") { break }
        }
        #expect(killed > 0, "some runs were still at work")
        try await finish()
    }

    @Test(.thorough) func `a stop at any moment ends running publications, and a restart does the rest`() async throws {
        var random = SeededGenerator(seed: 10)
        for round in 1...4 {
            let status = try interrupt(by: SIGINT, within: 600_000, &random)
            // Before it listens, a signal ends it as any program.
            #expect(status == 130 || status == 0 || status == nil, "round \(round)")
            _ = try check("round \(round)")
        }
        try await finish()
    }
}
