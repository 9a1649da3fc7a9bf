import Foundation
import Mosaic
import MosaicFixtures
import Seeded
import Testing

/// Kills `mosaic worker` at random moments.
// The tool lies beside the test bundle wherever the whole package was built; without it the tests are skipped.
@Suite(.enabled(if: BuiltTool.path != nil, "the tool was not built"))
struct WorkerKillTests {
    private static let rounds = 6
    private static let films = ["film-a", "film-b", "film-c"]
    private static let chapters = 1...6

    private let workplace: Workplace

    init() throws { workplace = try Workplace() }

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
            ["worker", "--data", "library", "--once"], in: workplace.folder, output: "worker.out", errors: "worker.log")
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

    @Test func `a kill at any moment leaves whole storyboards, and a restart does the rest`() async throws {
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
            #expect(try workplace.run(["retry", "--data", "library"] + Self.films).status == 0)
        }
        #expect(killed > 0, "some runs were still at work")
        for film in Self.films { try draw(film, edition: 1) }
        #expect(try workplace.run(["retry", "--data", "library"] + Self.films).status == 0)
        #expect(try start().wait() == 0)
        check([1], "after all")
        let report = try JSONReport(workplace.inLibrary("repair", "--json").output)
        #expect(report.number("storyboards") == Self.films.count && report.objects("faults").isEmpty)
        #expect(report.number("written") == 0 && report.number("forgotten") == 0, "the catalog agrees with the folder")
        #expect(try await workplace.library().catalog.jobCounts()[.completed] == Self.films.count)
        for film in Self.films {
            let names = try workplace.folder.names(in: "library/\(film)")
            #expect(names.count == Self.chapters.count + 2, "\(names)")
        }
    }

    #if os(Linux)
        // Elsewhere nothing tells whether a process has ended, and holds run out by themselves.
        @Test func `what a killed worker held is taken over at once, and what a living one holds is not`() async throws
        {
            let catalog = try workplace.library().catalog
            // This process under another start is one that has ended.
            let living = WorkerName.unique().rawValue
            var parts = living.split(separator: ":")
            parts[3] = "1"
            for (film, worker) in zip(Self.films, [parts.joined(separator: ":"), living]) {
                try draw(film, edition: 0)
                #expect(try workplace.inLibrary("submit", film, "--expect", "6").status == 0)
                let lease = JobLease(worker: worker, expiry: Date().addingTimeInterval(3_600))
                #expect(try await catalog.lease(lease, of: StoryboardID(rawValue: film), now: Date()) != nil)
            }
            let worker = try BuiltTool(
                ["worker", "--data", "library"], in: workplace.folder, output: "worker.out", errors: "worker.log")
            try workplace.wait { try workplace.text(of: "worker.log").contains(" film-a: completed") }
            worker.send(SIGINT)
            #expect(worker.wait() == 0)
            let second = try #require(StoryboardID(rawValue: "film-b"))
            #expect(try await catalog.job(of: second)?.lease?.worker == living)
            #expect(!workplace.folder.holds("library/film-b"))
        }
    #endif
}
