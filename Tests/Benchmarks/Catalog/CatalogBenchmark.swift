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

    @Option(help: "Passes jobs through one queue once, and reports nothing; for counters.")
    var only: PassedJobs.Queue?

    func run() async throws {
        if let only {
            _ = try await PassedJobs(count: jobs).pass(through: only)
            return
        }
        let machine = Machine.current
        var sections: [BenchReport.Section] = []
        if !videosOnly { sections = [try await PassedJobs(count: jobs).section(rounds: rounds), try await growing()] }
        sections.append(try await VideoPages(rounds: rounds, videos: storyboards).section())
        let summary = "SQLite's file in a folder for temporary files; plain SQL by SQLite's C interface"
        try BenchReport(corpus: summary, machine: machine, sections).deliver(output)
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
