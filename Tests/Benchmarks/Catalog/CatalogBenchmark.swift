import ArgumentParser
import Foundation
import Mosaic
import MosaicEmbedded

import MosaicLibrary

/// `mosaic-bench catalog`: jobs through SQLite beside plain SQL, and what a hundred thousand storyboards or videos cost
/// more than a thousand.
struct CatalogBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "catalog", abstract: "Jobs and look-ups in the SQLite catalog, against plain SQL.")

    @OptionGroup
    var output: OutputOptions

    @Option(help: "Rounds of each contestant.")
    var rounds = 9

    @Option(help: "Jobs in a round.")
    var jobs = 400

    @Option(help: "Storyboards of the large catalog, and videos of the large index; the small ones have 1000.")
    var storyboards = 100_000

    @Flag(help: "Measure the index of videos alone.")
    var videosOnly = false

    func run() async throws {
        let machine = Machine.current
        var sections = videosOnly ? [] : [try await passing(), try await growing()]
        sections.append(try await VideoPages(rounds: rounds, videos: storyboards).section())
        let summary = "SQLite's file in a folder for temporary files; plain SQL by SQLite's C interface"
        try BenchReport(corpus: summary, machine: machine, sections).deliver(output)
    }

    // MARK: Jobs

    private func passing() async throws -> BenchReport.Section {
        let names = (0..<jobs).map { "storyboard-\($0)" }
        let race = try await Race(
            rounds: rounds,
            [
                { try plain(names, tables: PlainQueue.bareTable) },
                { try plain(names, tables: nil) },
                { try await passed(names) },
            ])
        func rate(
            _ name: String, _ index: Int, against other: Int? = nil, wanted: Measurement.Wanted? = nil
        ) -> Measurement {
            Measurement(
                name: name, value: Double(jobs) / race.wall(index), unit: "jobs/s",
                against: other.map { Self.contestants[$0] }, ratio: other.map { 1 / race.wallRatio(index, to: $0) },
                wanted: wanted)
        }
        func processor(_ name: String, _ index: Int, against other: Int? = nil) -> Measurement {
            Measurement(
                name: name + ", CPU", value: race.processor(index) / Double(jobs) * 1e6, unit: "us/job",
                against: other.map { Self.contestants[$0] }, ratio: other.map { race.processorRatio(index, to: $0) })
        }
        return BenchReport.Section(
            title: "\(jobs) jobs, one after the other: submit, lease, progress, finish",
            rows: [
                rate("plain SQL, a table alone", 0), processor("plain SQL, a table alone", 0),
                rate("plain SQL, the catalog's tables", 1, against: 0),
                processor("plain SQL, the catalog's tables", 1, against: 0),
                rate("SQLiteCatalog", 2, against: 1, wanted: .atLeast(0.6)),
                rate("SQLiteCatalog", 2, against: 0),
                processor("SQLiteCatalog", 2, against: 1), processor("SQLiteCatalog", 2, against: 0),
            ],
            notes: ["A table alone answers the same questions of jobs, but counts none."])
    }

    private static let contestants = ["a table alone", "the catalog's tables", "SQLiteCatalog"]

    /// Nil tables are the catalog's.
    private func plain(_ names: [String], tables: String?) throws -> AnyObject {
        let folder = try ScratchFolder()
        let path = folder.path + "/catalog.sqlite"
        if tables == nil { _ = try SQLiteCatalog(path: path) }
        let database = try PlainSQLite(path: path)
        if let tables { try database.execute(tables) }
        let queue = try PlainQueue(database, hasPriorities: tables == nil)
        // As long as the text of the requests that the catalog stores.
        let request = String(repeating: "x", count: 320)
        for name in names { try queue.pass(name, request: request, milliseconds: 1_800_000_000_000) }
        return folder
    }

    private func passed(_ names: [String]) async throws -> AnyObject {
        let folder = try ScratchFolder()
        let catalog = try SQLiteCatalog(path: folder.path + "/catalog.sqlite")
        for name in names {
            guard let id = StoryboardID(rawValue: name) else { continue }
            _ = try await catalog.submit(JobRequest(id: id, source: ScreenshotSource(folder: "/films")))
            guard let job = try await catalog.lease(to: "worker", for: 60, of: nil) else { continue }
            _ = try await catalog.heartbeat(job.number, attempt: job.attempt, for: 60) {
                $0.progress(completed: 12, total: nil, lastArrival: $1, now: $1)
            }
            _ = try await catalog.update(job.number, attempt: job.attempt) { $0.finish(.complete, now: $1) }
        }
        guard try await catalog.jobCounts()[.completed] == names.count else {
            throw PlainSQLite.Failure(description: "Not every job is completed.")
        }
        return folder
    }

    // MARK: Size

    private func growing() async throws -> BenchReport.Section {
        let (small, large) = (try FilledCatalog(count: 1_000), try FilledCatalog(count: storyboards))
        let questions: [(String, (FilledCatalog) -> () async throws -> Void)] = [
            ("list of 100 with the total", FilledCatalog.list), ("search", FilledCatalog.find),
            ("look-up", FilledCatalog.lookUp), ("put", FilledCatalog.put), ("submit", FilledCatalog.submit),
            ("lease", FilledCatalog.lease), ("100 jobs of a state", FilledCatalog.jobs),
            ("job counts", FilledCatalog.counts),
        ]
        var rows: [Measurement] = []
        for (name, question) in questions {
            let race = try await Race(
                rounds: rounds, [small, large].map { filled in { try await Self.repeated(question(filled)) } })
            for (index, count) in [1_000, storyboards].enumerated() {
                rows.append(
                    Measurement(
                        name: "\(name), \(count)", value: race.processor(index) / Double(Self.repeats) * 1e6,
                        unit: "us",
                        against: index == 0 ? nil : "1000", ratio: index == 0 ? nil : race.processorRatio(1, to: 0),
                        wanted: index == 0 || name == "search" ? nil : .atMost(2)))
            }
        }
        return BenchReport.Section(title: "A large catalog beside one of 1000, CPU", rows: rows)
    }

    private static let repeats = 100

    private static func repeated(_ question: () async throws -> Void) async throws -> AnyObject? {
        for _ in 0..<repeats { try await question() }
        return nil
    }
}
