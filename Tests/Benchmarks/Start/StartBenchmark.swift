import ArgumentParser
import Foundation

/// `mosaic-bench start`: what a process of `mosaic` costs before, between and after the pictures.
struct StartBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "start", abstract: "Instructions and wall time of whole processes of mosaic.")

    @OptionGroup
    var corpus: CorpusOptions

    @OptionGroup
    var output: OutputOptions

    func run() async throws {
        let machine = Machine.current
        try await corpus.withScreenshots { screenshots in
            guard screenshots.count >= 30 else { throw ValidationError("At least 30 screenshots are needed.") }
            try BenchReport(
                corpus: screenshots.description, machine: machine,
                [
                    try instructions(of: StartedPrograms(screenshots)),
                    try times(of: StartedPrograms(screenshots), screenshots.count),
                ]
            ).deliver(output)
        }
    }

    private func instructions(of programs: StartedPrograms) throws -> BenchReport.Section {
        let counter = try InstructionCount(of: programs.mosaic)
        let one = try programs.folder(of: 1)
        let thirty = try programs.folder(of: 30)
        let out = programs.out()
        let lookup = ["lookup", "\(out)/thumbnails.vtt", "0"]
        let runs: [(name: String, arguments: [String], atMost: Double?)] = [
            ("--version", ["--version"], 7),
            ("compose, 1 screenshot", ["compose", one, "-o", out, "--quiet"], 25),
            ("compose, 1 unchanged", ["compose", one, "-o", out, "--quiet"], 15),
            ("lookup", lookup, nil),
            ("compose, 30 screenshots", ["compose", thirty, "-o", programs.out(), "--quiet"], 289),
        ]
        let rows = runs.compactMap { run in
            counter.callgrind(run.arguments).map { count in
                Measurement(
                    name: run.name, value: count / 1e6, unit: "million instructions",
                    wanted: run.atMost.map(Measurement.Wanted.atMost))
            }
        }
        return BenchReport.Section(
            title: rows.isEmpty ? "Instructions: valgrind does not count here" : "Instructions, by callgrind",
            rows: rows)
    }

    private func times(of programs: StartedPrograms, _ count: Int) throws -> BenchReport.Section {
        let (few, all) = (try programs.folder(of: 12), try programs.folder(of: count))
        let kept = programs.out()
        _ = try ChildProcess.run([programs.mosaic, "compose", all, "-o", kept, "--quiet"])
        var walls = [[Double]](repeating: [], count: 3)
        for _ in 0..<max(corpus.rounds, 1) {
            let runs = [
                ["--version"], ["compose", few, "-o", programs.out(), "--quiet"],
                ["compose", all, "-o", kept, "--quiet"],
            ]
            for (index, arguments) in runs.enumerated() {
                walls[index].append(try ChildProcess.run([programs.mosaic] + arguments).wall)
            }
        }
        let names = ["--version", "compose, 12 screenshots", "compose, \(count) unchanged"]
        let wanted: [Measurement.Wanted?] = [nil, .atMost(25), .atMost(12)]
        return BenchReport.Section(
            title: "Wall time",
            rows: names.indices.map { index in
                Measurement(name: names[index], value: Median.of(walls[index]) * 1e3, unit: "ms", wanted: wanted[index])
            })
    }
}
