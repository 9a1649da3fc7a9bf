import ArgumentParser
import Foundation
import Mosaic

/// `mosaic-bench exports`: a storyboard in all formats of other players, by moving bytes.
struct ExportsBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "exports", abstract: "Formats of other players from sheets in memory, and how their cost grows.")

    @OptionGroup
    var corpus: CorpusOptions

    @OptionGroup
    var output: OutputOptions

    @Option(help: "A storyboard's folder: writes its exports into memory once, and reports nothing; for counters.")
    var storyboard: String?

    @Option(help: "How many tiles it gets, with --storyboard, by repeating its sheets.")
    var tiles = 150

    @Option(help: "Its times, with --storyboard: regular or irregular.")
    var times = ExportedTiles.Times.regular

    @Flag(help: "Make the storyboard, with --storyboard, and no exports of it.")
    var idle = false

    func run() async throws {
        if let storyboard {
            return try await ExportedTiles(folder: storyboard, count: tiles, times).write(idle ? [] : Self.measured)
        }
        let machine = Machine.current
        try await corpus.withScreenshots { screenshots in
            let scratch = try await BenchComposing(screenshots).publish(workers: 1)
            let folder = scratch.path + "/out"
            let sections = [
                try await formats(folder, .regular), try await formats(folder, .irregular),
                try growth(folder, .regular), try growth(folder, .irregular),
            ]
            try BenchReport(corpus: screenshots.description, machine: machine, sections).deliver(output)
        }
    }

    /// A contact sheet is for people, who ask for it once.
    private static let measured = Export.all.filter { $0 != .contactSheet }

    private func formats(_ folder: String, _ times: ExportedTiles.Times) async throws -> BenchReport.Section {
        let exported = try await ExportedTiles(folder: folder, count: 150, times)
        let sets = Export.all.map { [$0] } + [Self.measured]
        let race = try await Race(
            rounds: corpus.rounds,
            sets.map { exports in
                {
                    try await exported.write(exports)
                    return nil
                }
            })
        var rows = Export.all.enumerated().map { index, export in
            Measurement(name: export.name, value: race.processor(index) * 1e3, unit: "ms")
        }
        rows.append(
            Measurement(
                name: "all but the contact sheet", value: race.processor(sets.count - 1) * 1e3, unit: "ms",
                wanted: .atMost(5)))
        return BenchReport.Section(
            title: "150 tiles at \(times.rawValue) times, \(exported.bytes) bytes of sheets", rows: rows)
    }

    private func growth(_ folder: String, _ times: ExportedTiles.Times) throws -> BenchReport.Section {
        let counter = try InstructionCount(of: ChildProcess.ownPath)
        /// The difference between a process that writes exports and one that only makes the storyboard.
        func count(tiles: Int) -> Double? {
            let arguments = ["exports", "--storyboard", folder, "--tiles", String(tiles), "--times", times.rawValue]
            guard let all = counter.run(arguments), let idle = counter.run(arguments + ["--idle"]) else { return nil }
            return all - idle
        }
        guard let thousand = count(tiles: 1_000), let tenThousand = count(tiles: 10_000) else {
            return BenchReport.Section(title: "Growth: neither perf nor valgrind counts here", rows: [])
        }
        return BenchReport.Section(
            title: "Growth, at \(times.rawValue) times",
            rows: [
                Measurement(name: "1 000 tiles", value: thousand / 1e6, unit: "million instructions"),
                Measurement(
                    name: "10 000 tiles", value: tenThousand / 1e6, unit: "million instructions",
                    against: "1 000", ratio: tenThousand / thousand, wanted: .atMost(11)),
            ])
    }
}

extension ExportedTiles.Times: ExpressibleByArgument {}
