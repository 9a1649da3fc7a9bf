import ArgumentParser
import Foundation
import Mosaic
import Raster

import MosaicSystem

/// `mosaic-bench append`: one more screenshot, against decoding and encoding that one alone.
struct AppendBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "append", abstract: "Composing a folder again in which one screenshot is new.")

    @OptionGroup
    var options: CorpusOptions

    @OptionGroup
    var output: OutputOptions

    func run() async throws {
        let machine = Machine.current
        try await options.withScreenshots { screenshots in
            let paths = screenshots.paths
            var appending: [Double] = []
            var alone: [Double] = []
            // The first round warms up.
            for round in 0...max(1, options.rounds) {
                let scratch = try ScratchFolder()
                let story = GrowingStory(in: scratch.path)
                try story.add(paths.dropLast())
                let first = try await story.compose()
                try story.add(paths.suffix(1))
                let before = Clock.process.seconds
                let second = try await story.compose()
                let taken = Clock.process.seconds - before
                guard second.reusedTiles == paths.count - 1 else { throw ExitCode.failure }
                let start = Clock.process.seconds
                try makeTile(of: paths[paths.count - 1], like: first.storyboard)
                guard round > 0 else { continue }
                alone.append(Clock.process.seconds - start)
                appending.append(taken)
            }
            let ratio = Median.of(zip(appending, alone).map { $0 / $1 })
            let rows = [
                Measurement(name: "read, decode and encode one, CPU", value: Median.of(alone) * 1e3, unit: "ms"),
                Measurement(
                    name: "compose again with one more, CPU", value: Median.of(appending) * 1e3, unit: "ms",
                    against: "that one", ratio: ratio, wanted: .atMost(2.5)),
            ]
            try BenchReport(
                corpus: screenshots.description, machine: machine,
                [
                    BenchReport.Section(
                        title: "From opening the folder to the last rename, fsync's own processor time included",
                        rows: rows)
                ]
            ).deliver(output)
        }
    }

    /// Minimum work: a new maker, the file, its tile.
    private func makeTile(of path: String, like storyboard: Storyboard) throws {
        let maker = try TileMaker(
            settings: TileSettings(
                tileSize: storyboard.geometry.tile, cellSize: storyboard.geometry.cell,
                codec: storyboard.encoding.codec))
        _ = try maker.makeTile(from: FileReader.read(path, name: "one", limit: .max))
    }
}

/// A folder of links to screenshots, and its storyboard.
private struct GrowingStory {
    private let input: String
    private let output: String

    init(in folder: String) {
        input = folder + "/shots"
        output = folder + "/out"
    }

    func add(_ paths: some Sequence<String>) throws {
        try FileManager.default.createDirectory(atPath: input, withIntermediateDirectories: true)
        for path in paths {
            let name = URL(fileURLWithPath: path).lastPathComponent
            do {
                try FileManager.default.linkItem(atPath: path, toPath: input + "/" + name)
            } catch {
                // A link cannot lead to another file system.
                try FileManager.default.copyItem(atPath: path, toPath: input + "/" + name)
            }
        }
    }

    func compose() async throws -> Composition {
        let id = StoryboardID(naming: "growing")
        return try await StoryboardComposer().compose(
            CompositionRequest(id: id, listing: ScreenshotFolder(path: input).chapters()),
            into: StoryboardFolder(path: output, for: id, input: input))
    }
}
