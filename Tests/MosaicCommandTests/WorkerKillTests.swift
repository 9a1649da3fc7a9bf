import Foundation
import Mosaic
import MosaicFixtures
import Seeded
import Testing
import TestSupport
import Tiers
import TiledJPEG

@testable import MosaicLibrary

/// Kills `mosaic worker` at random moments.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct WorkerKillTests {
    private static let rounds = 6
    private static let films = ["film-a", "film-b", "film-c"]
    private static let chapters = 1...6

    private let workplace = Workplace()

    /// Screenshots as they are drawn in turns; one film has other pictures than the next.
    private static func drawing(_ chapter: Int, of film: String, edition: Int) -> DrawnScreenshot {
        DrawnScreenshot(number: chapter + 100 * edition + 10 * (films.firstIndex(of: film) ?? 0))
    }

    private func draw(_ film: String, edition: Int) throws {
        try workplace.folder.makeFolder(film)
        for chapter in Self.chapters {
            let picture = Self.drawing(chapter, of: film, edition: edition)
            try workplace.folder.write(picture.encoded, to: "\(film)/ch\(chapter)_\(10 * chapter)s.jpg")
        }
    }

    private func start() throws -> BuiltTool {
        try BuiltTool(
            ["worker", "--library", "library", "--once"], in: workplace.folder, output: "worker.out",
            errors: "worker.log")
    }

    /// Everything that is published has to be whole, and to show one of these editions.
    private func check(_ editions: [Int], _ note: String) {
        for film in Self.films where workplace.folder.holds("library/\(film)/thumbnails.vtt") {
            let fault = FolderWitness.firstFault(in: workplace.folder.path("library/\(film)")) { chapter in
                editions.map { Self.drawing(chapter, of: film, edition: $0) }
            }
            #expect(fault == nil, "\(note), \(film)")
        }
    }

    @Test(.thorough) func `a kill at any moment leaves whole storyboards, and a restart does the rest`() async throws {
        for film in Self.films {
            try draw(film, edition: 0)
            let submitted = try workplace.inLibrary(
                "submit", film, "--settle", "0", "--width", "32", "--grid", "1x1", "--keep-old", "0")
            #expect(submitted.status == 0, "\(submitted.errors)")
        }
        var random = SeededGenerator(seed: 11)
        var killed = 0
        for round in 1...Self.rounds {
            let worker = try start()
            usleep(UInt32.random(in: 0...600_000, using: &random))
            worker.kill()
            if worker.wait() == nil { killed += 1 }
            check([0, 1], "round \(round)")
            guard round < Self.rounds else { break }
            // Other pictures for one of them, and everything is looked at again.
            try draw(Self.films[round % Self.films.count], edition: (round / Self.films.count + 1) % 2)
            #expect(try workplace.run(["retry", "--library", "library"] + Self.films).status == 0)
        }
        #expect(killed > 0, "some runs were still at work")
        for film in Self.films { try draw(film, edition: 1) }
        #expect(try workplace.run(["retry", "--library", "library"] + Self.films).status == 0)
        #expect(try start().wait() == 0)
        check([1], "after all")
        let report = try JSONReport(workplace.inLibrary("repair", "--json").output)
        #expect(report.number("storyboards") == Self.films.count && report.objects("faults").isEmpty)
        #expect(report.number("written") == 0 && report.number("forgotten") == 0, "the catalog agrees with the folder")
        #expect(try await workplace.library().catalog.jobCounts()[.completed] == Self.films.count)
        for film in Self.films {
            let names = try workplace.folder.names(in: "library/\(film)")
            // Sheets, record, track and recorded source.
            #expect(names.count == Self.chapters.count + 3, "\(names)")
        }
    }

    @Test(.thorough, .timeLimit(.minutes(5)))
    func `a successor waits for a stopped worker, which publishes its work when it continues`() async throws {
        let catalog = try workplace.library().catalog
        let id = try #require(StoryboardID(rawValue: "long"))
        try workplace.folder.makeFolder("long")
        let picture = DrawnScreenshot(number: 1, size: PixelSize(width: 960, height: 540)).encoded
        // So many that the first worker is stopped amid its work.
        let chapters = 3_000
        try workplace.folder.write(picture, to: "picture.jpg")
        for chapter in 1...chapters {
            try FileManager.default.linkItem(
                atPath: workplace.folder.path("picture.jpg"),
                toPath: workplace.folder.path("long/ch\(chapter)_\(10 * chapter)s.jpg"))
        }
        #expect(try workplace.inLibrary("submit", "long", "--settle", "0", "--width", "32").status == 0)
        func start(_ name: String) throws -> BuiltTool {
            try BuiltTool(
                ["worker", "--library", "library", "--jobs", "1"], in: workplace.folder, output: name + ".out",
                errors: name + ".log")
        }
        let first = try start("first")
        try await wait { try await catalog.job(of: id)?.completedChapters ?? 0 > 0 }
        first.send(SIGSTOP)
        let job = try #require(try await catalog.job(of: id))
        try #require(job.lease != nil && job.completedChapters < chapters, "it was stopped amid its work")
        // As if it had been stopped for long.
        _ = try await catalog.update(job.number) { $0.extend(until: $1.addingTimeInterval(-1)) }
        let second = try start("second")
        let waits = " long: long: Another mosaic is writing into this folder. It is looked at again at "
        try workplace.wait { try workplace.text(of: "second.log").components(separatedBy: waits).count > 2 }
        let waiting = try #require(try await catalog.job(of: id))
        #expect(waiting.failedAttempts == 0 && waiting.postponements >= 2 && waiting.state == .processing)
        let jobs = try workplace.inLibrary("jobs")
        #expect(jobs.output.contains("Another mosaic is writing"), "\(jobs.output)")
        first.send(SIGCONT)
        try await wait { try await catalog.job(of: id)?.state.isFinal == true }
        let done = try #require(try await catalog.job(of: id))
        #expect(done.state == .completed && done.failedAttempts == 0 && done.errorMessage == nil)
        for worker in [first, second] {
            worker.send(SIGINT)
            #expect(worker.wait() == 0)
        }
        #expect(try workplace.text(of: "first.log").contains(" long: published "))
        #expect(try !workplace.text(of: "second.log").contains(" long: published "))
    }

    private func wait(until isSo: () async throws -> Bool) async throws {
        let comes = try await eventually(isSo)
        try #require(comes, "it never came")
    }

    #if os(Linux)
        // Elsewhere nothing tells whether a process has ended, and holds run out by themselves.
        @Test func `takes over leases of a killed worker at once, and leaves those held by a running one`() async throws
        {
            let catalog = try workplace.library().catalog
            // This process under another start is one that has ended.
            let living = WorkerName.unique().rawValue
            var parts = living.split(separator: ":")
            parts[3] = "1"
            for (film, worker) in zip(Self.films, [parts.joined(separator: ":"), living]) {
                try draw(film, edition: 0)
                #expect(try workplace.inLibrary("submit", film, "--expect", "6").status == 0)
                #expect(try await catalog.lease(to: worker, for: 3_600, of: StoryboardID(rawValue: film)) != nil)
            }
            let worker = try BuiltTool(
                ["worker", "--library", "library"], in: workplace.folder, output: "worker.out", errors: "worker.log")
            try workplace.wait { try workplace.text(of: "worker.log").contains(" film-a: completed") }
            worker.send(SIGINT)
            #expect(worker.wait() == 0)
            let second = try #require(StoryboardID(rawValue: "film-b"))
            #expect(try await catalog.job(of: second)?.lease?.worker == living)
            #expect(!workplace.folder.holds("library/film-b"))
        }
    #endif
}
