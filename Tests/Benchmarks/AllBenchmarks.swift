import ArgumentParser
import Foundation

/// `mosaic-bench all`: each benchmark in a separate process, over the same two corpora.
struct AllBenchmarks: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "all", abstract: "Runs everything but decode.")

    @OptionGroup
    var output: OutputOptions

    @Option(help: "Rounds of each contestant.")
    var rounds = 9

    @Option(help: "Screenshots for memory.")
    var memoryCount = 1_000

    func run() async throws {
        let screenshots = try CorpusRecipe.parse([]).temporaryFolder()
        let large = try MemoryBenchmark.recipe(count: memoryCount).temporaryFolder()
        let rounds = ["--rounds", String(rounds)]
        let corpus = ["--corpus", screenshots.path]
        let runs = [
            ["compose"] + corpus + rounds, ["splice"] + corpus + rounds, ["lookup"] + rounds,
            ["memory", "--corpus", large.path], ["peers"] + corpus + ["--rounds", "5"],
        ]
        var reports: [BenchReport] = []
        for arguments in runs {
            let child = try ChildProcess.run([ChildProcess.ownPath] + arguments + ["--json"], isSilent: false)
            let report = try JSONDecoder().decode(BenchReport.self, from: Data(child.output))
            if !output.json { print(report.table, terminator: "\n\n") }
            reports.append(report)
        }
        if output.json { print(try BenchReport.json(reports)) }
        if reports.contains(where: \.hasFailed) { throw ExitCode.failure }
    }
}
