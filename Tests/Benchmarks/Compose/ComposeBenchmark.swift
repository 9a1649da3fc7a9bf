import ArgumentParser
import Foundation
import Mosaic
import TiledJPEG

/// `mosaic-bench compose`: the main job against decoding alone, and where its time goes.
struct ComposeBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compose", abstract: "A folder of screenshots into a storyboard, against libjpeg-turbo's decoding."
    )

    @OptionGroup
    var corpus: CorpusOptions

    @OptionGroup
    var output: OutputOptions

    func run() async throws {
        let machine = Machine.current
        try await corpus.withScreenshots { screenshots in
            let composing = BenchComposing(screenshots)
            let geometry = try await composing.composition().storyboard.geometry
            let floor = DecodingFloor(screenshots, tile: geometry.tile)
            let whole = try await whole(composing, floor)
            let stages = try await ComposeStages(composing, floor, geometry).section(rounds: corpus.rounds)
            try BenchReport(corpus: screenshots.description, machine: machine, [whole, stages]).deliver(output)
        }
    }

    private func whole(_ composing: BenchComposing, _ floor: DecodingFloor) async throws -> BenchReport.Section {
        let race = try await Race(
            rounds: corpus.rounds,
            [
                {
                    try floor.run()
                    return nil
                },
                { try await composing.publish(workers: 1) },
                { try await composing.publish(workers: 2) },
            ])
        let rows = [
            Measurement(
                name: "libjpeg-turbo, read and decode at \(floor.eighths)/8, CPU", value: race.processor(0) * 1e3,
                unit: "ms"),
            Measurement(
                name: "compose, one thread, CPU", value: race.processor(1) * 1e3, unit: "ms", against: "libjpeg-turbo",
                ratio: race.processorRatio(1, to: 0), wanted: .atMost(0.60)),
            Measurement(name: "compose, one thread, wall", value: race.wall(1) * 1e3, unit: "ms"),
            Measurement(
                name: "compose, two threads, wall", value: race.wall(2) * 1e3, unit: "ms", against: "one thread",
                ratio: race.wallRatio(2, to: 1), wanted: .atMost(0.60)),
            Measurement(
                name: "compose, two threads, wall", value: race.wall(2) * 1e3, unit: "ms",
                against: "libjpeg-turbo, CPU",
                ratio: race.wallRatio(2, toProcessorOf: 0), wanted: .atMost(0.35)),
            Measurement(
                name: "compose, two threads, CPU", value: race.processor(2) * 1e3, unit: "ms", against: "one thread",
                ratio: race.processorRatio(2, to: 1)),
        ]
        return BenchReport.Section(title: "From opening the folder to the last rename", rows: rows)
    }
}

/// Compositions of one folder of screenshots, with the default settings unless changed.
struct BenchComposing {
    let screenshots: BenchScreenshots
    var settings = CompositionSettings()
    let id = StoryboardID(naming: "bench")

    init(_ screenshots: BenchScreenshots) { self.screenshots = screenshots }

    /// Composes into a new folder, which is returned so that it is removed later.
    func publish(workers: Int) async throws -> ScratchFolder {
        let scratch = try ScratchFolder()
        let listing = try ScreenshotFolder(path: screenshots.folder).chapters()
        let folder = try StoryboardFolder(path: scratch.path + "/out", for: id, input: screenshots.folder)
        try await StoryboardComposer(settings: settings(workers: workers))
            .compose(CompositionRequest(id: id, listing: listing), into: folder)
        return scratch
    }

    /// Composes without a folder.
    ///
    /// - Parameter deliver: Takes each sheet in order.
    func composition(
        workers: Int = 1, deliver: (Sheet, [UInt8]) throws -> Void = { _, _ in }
    ) async throws -> Composition {
        let sheets = try await StoryboardComposer(settings: settings(workers: workers))
            .sheets(of: CompositionRequest(id: id, listing: screenshots.listing))
        while let next = try await sheets.next() {
            if let bytes = next.bytes { try deliver(next.sheet, bytes) }
            next.release()
        }
        return try sheets.composition()
    }

    private func settings(workers: Int) -> CompositionSettings {
        var settings = settings
        settings.workers = workers
        return settings
    }
}
