import Foundation
import MosaicFixtures
import Testing
import TestSupport
import Tiers

/// The way to back up a library that the guide "Backup" describes.
@Suite(
    .enabled(if: BuiltTool.path != nil, "the tool was not built"),
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/sqlite3"), "sqlite3 is not installed"),
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash"), "bash is not installed"))
struct BackupTests {
    private static let films = ["film-a", "film-b", "film-c"]
    private static let chapters = 1...4

    private let films: FilmFolder
    private var folder: TemporaryFolder { films.folder }

    init() throws { films = try FilmFolder() }

    /// The commands of the guide "Backup".
    private func commands() throws -> String {
        let page = Workplace.packageRoot.appending(path: "Sources/Mosaic/Mosaic.docc/Backup.md")
        let block = try #require(String(contentsOf: page, encoding: .utf8).firstMatch(of: /```sh\n([^`]+)```/))
        return String(block.1)
    }

    /// Runs commands in which `mosaic` is the built tool.
    private func run(_ commands: String) throws -> (status: Int32?, output: String) {
        let tools = try URL(filePath: #require(BuiltTool.path)).deletingLastPathComponent().path
        let path = "\(tools):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
        let run = try FinishedProgram(
            "/bin/bash", ["-euc", commands], in: folder.path, environment: ["PATH": path], joinsErrors: true)
        return (run.status, run.text)
    }

    private static func picture(_ chapter: Int, edition: Int) -> DrawnScreenshot {
        DrawnScreenshot(number: chapter + 10 * edition)
    }

    private func draw(edition: Int) throws {
        for film in Self.films {
            try folder.makeFolder("films/\(film)")
            for chapter in Self.chapters {
                try folder.write(
                    Self.picture(chapter, edition: edition).encoded,
                    to: "films/\(film)/ch\(chapter)_\(10 * chapter)s.jpg", modified: 1_600_000_000 + Double(edition))
            }
        }
    }

    /// Composes everything again and again, each time of other pictures, and submits jobs.
    private func write(while isWanted: @Sendable () -> Bool) throws -> Int {
        var edition = 0
        repeat {
            edition += 1
            try draw(edition: edition)
            #expect(try films.run("--grid", "1x1").status == 0)
            let submitted = try BuiltTool.run(
                ["submit", "films/film-a", "--library", "library", "--id", "job-\(edition)"], in: folder)
            #expect(submitted.status == 0)
            try folder.write([], to: "edition-\(edition)")
        } while isWanted()
        return edition
    }

    @Test(.thorough) func `a copy that was made while others wrote is whole, and is worked on`() async throws {
        try draw(edition: 0)
        #expect(try films.run("--grid", "1x1").status == 0)
        let commands = try commands()
        let writers = Task.detached { try write { !Task.isCancelled } }
        var copies = 0
        // However slow the writers are, they write while copies are made.
        while copies < 5 || !folder.holds("edition-2"), copies < 200 {
            copies += 1
            if folder.holds("backup") { try folder.remove("backup") }
            let backup = try run(commands)
            #expect(backup.status == 0, "\(backup.output)")
            #expect(try run("sqlite3 backup/.mosaic-catalog.sqlite 'PRAGMA integrity_check'").output == "ok\n")
        }
        writers.cancel()
        let editions = try await writers.value
        #expect(editions > 1, "somebody wrote meanwhile")
        for film in Self.films {
            let fault = FolderWitness.firstFault(in: folder.path("backup/\(film)")) { chapter in
                (0...editions).map { Self.picture(chapter, edition: $0) }
            }
            #expect(fault == nil, "\(film)")
        }
        #expect(try films.run("--grid", "1x1", output: "backup").status == 0)
        for film in Self.films {
            let fault = FolderWitness.firstFault(in: folder.path("backup/\(film)")) { chapter in
                [Self.picture(chapter, edition: editions)]
            }
            #expect(fault == nil, "\(film)")
        }
    }

    @Test func `of the folder alone the catalog is made anew`() throws {
        try draw(edition: 0)
        #expect(try films.run("--grid", "1x1").status == 0)
        let repaired = try run(
            """
            cp -r library alone
            rm alone/.mosaic-catalog*
            mosaic repair --library alone
            mosaic list --library alone --json
            """)
        #expect(repaired.status == 0, "\(repaired.output)")
        #expect(repaired.output.hasPrefix("3 whole, 0 with faults; 3 entries written, 0 forgotten\n"))
        for film in Self.films { #expect(repaired.output.contains("\"id\" : \"\(film)\"")) }
    }
}
