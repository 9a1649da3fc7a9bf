import ArgumentParser
import Foundation
import Mosaic

/// `mosaic-bench widths`: several widths in one run against the widest alone, and against a run for each.
struct WidthsBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "widths", abstract: "Several widths of one storyboard, against the widest alone.")

    @OptionGroup
    var corpus: CorpusOptions

    @OptionGroup
    var output: OutputOptions

    private static let widths = [160, 320, 480]

    func run() async throws {
        let machine = Machine.current
        try await corpus.withScreenshots { screenshots in
            func composing(_ widths: [Int]) -> BenchComposing {
                var composing = BenchComposing(screenshots)
                composing.settings.geometry.width = widths[0]
                composing.settings.furtherWidths = Array(widths.dropFirst())
                return composing
            }
            let (together, alone) = (composing(Self.widths), Self.widths.map { composing([$0]) })
            let decodings = try await together.composition().decodings.count
            let race = try await Race(
                rounds: corpus.rounds,
                [{ try await alone[2].publish(workers: 1) }, { try await together.publish(workers: 1) }]
                    + alone.prefix(2).map { composing in { try await composing.publish(workers: 1) } })
            let apart = race.processor(0) + race.processor(2) + race.processor(3)
            let rows = [
                Measurement(name: "480 alone, CPU", value: race.processor(0) * 1e3, unit: "ms"),
                Measurement(
                    name: "160, 320 and 480 in one run, CPU", value: race.processor(1) * 1e3, unit: "ms",
                    against: "480 alone", ratio: race.processorRatio(1, to: 0), wanted: .atMost(1.5)),
                Measurement(
                    name: "160, 320 and 480 in a run each, CPU", value: apart * 1e3, unit: "ms", against: "480 alone",
                    ratio: apart / race.processor(0)),
                Measurement(
                    name: "pictures decoded in one run", value: Double(decodings), unit: "", against: "screenshots",
                    ratio: Double(decodings) / Double(max(1, screenshots.paths.count)), wanted: .atMost(1)),
            ]
            try BenchReport(
                corpus: screenshots.description, machine: machine,
                [BenchReport.Section(title: "From opening the folder to the last rename, one thread", rows: rows)]
            ).deliver(output)
        }
    }
}
