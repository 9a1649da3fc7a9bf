import ArgumentParser
import Foundation
import Mosaic
import MosaicSystem

/// `mosaic-bench memory`: the maximum memory of composing, in a separate process.
struct MemoryBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "memory", abstract: "Peak resident memory of composing 1 000 screenshots of 1920x1080.")

    @OptionGroup
    var output: OutputOptions

    @Option(help: "A folder of screenshots; by default seeded ones, made for this run.")
    var corpus: String?

    @Option(help: "How many screenshots are made.")
    var count = 1_000

    /// Fifty pictures shown again and again cost as much as all different ones, and are drawn sooner.
    static func recipe(count: Int) throws -> CorpusRecipe {
        try CorpusRecipe.parse(["--count", String(count), "--size", "1920x1080", "--pictures", "50"])
    }

    func run() async throws {
        let machine = Machine.current
        let made = corpus == nil ? try Self.recipe(count: count).temporaryFolder() : nil
        defer { withExtendedLifetime(made) {} }
        // Links need the whole path.
        let folder = URL(fileURLWithPath: corpus ?? made?.path ?? "").path
        let screenshots = try ScreenshotFolder(path: folder).chapters().screenshots
        guard screenshots.count >= 10 else { throw ValidationError("At least 10 screenshots are needed.") }
        let few = screenshots.count / 5
        let part = try ScratchFolder()
        for screenshot in screenshots.prefix(few) {
            try FileManager.default.createSymbolicLink(
                atPath: part.path + "/" + screenshot.name, withDestinationPath: folder + "/" + screenshot.name)
        }
        let (all, fewer) = (try Composed(folder), try Composed(part.path))
        let more = Double(screenshots.count - few)
        let growth = (all.peak - fewer.peak) / more
        let tile = (all.sheetBytes - fewer.sheetBytes) / more
        let rows = [
            Measurement(
                name: "mosaic compose, \(screenshots.count) screenshots", value: all.peak / Self.mebibyte, unit: "MiB",
                wanted: .atMost(64), isExact: true),
            Measurement(
                name: "mosaic compose, the first \(few)", value: fewer.peak / Self.mebibyte, unit: "MiB"),
            Measurement(
                name: "growth for each screenshot", value: growth / 1e3, unit: "kB", against: "its encoded tile",
                ratio: growth / tile),
        ]
        let bytes = screenshots.reduce(0) { $0 + ($1.status?.bytes ?? 0) }
        try BenchReport(
            corpus: "\(screenshots.count) screenshots, \(bytes) bytes", machine: machine,
            [BenchReport.Section(title: "Peak resident memory, one worker for each core", rows: rows)]
        ).deliver(output)
    }

    private static let mebibyte = Double(1 << 20)

    /// One run of `mosaic compose`.
    private struct Composed {
        let peak: Double
        let sheetBytes: Double

        init(_ folder: String) throws {
            let scratch = try ScratchFolder()
            let out = scratch.path + "/out"
            let run = try ChildProcess.run([
                try ChildProcess.mosaic(), "compose", folder, "-o", out, "--id", "bench", "--quiet",
            ])
            peak = Double(run.peakBytes)
            guard let storyboard = try StoryboardFolder.storyboard(in: out) else {
                throw ValidationError("Nothing was composed.")
            }
            sheetBytes = Double(storyboard.sheets.reduce(0) { $0 + $1.bytes })
        }
    }
}
