import ArgumentParser
import Foundation
import Mosaic

/// `mosaic-bench batch`: many storyboards, against composing them one by one on one core.
struct BatchBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch", abstract: "A tree of folders into a library, and the same again when nothing has changed."
    )

    @Option(help: "How many storyboards.")
    var storyboards = 200

    @Option(help: "Screenshots of each.")
    var screenshots = 12

    @Option(help: "How often everything is done.")
    var rounds = 3

    @OptionGroup
    var output: OutputOptions

    func run() async throws {
        let machine = Machine.current
        let films = try BenchFilms(storyboards: storyboards, screenshots: screenshots)
        var alone: [Double] = []
        var runs: [(first: ChildProcess, again: ChildProcess)] = []
        // The first round warms up.
        for round in 0...max(1, rounds) {
            let wall = try await OneCore.run { try await films.composeOneByOne() }
            let scratch = try ScratchFolder()
            let first = try films.batch(into: scratch.path)
            let again = try films.batch(into: scratch.path)
            guard round > 0 else { continue }
            alone.append(wall)
            runs.append((first, again))
        }
        try BenchReport(
            corpus: "\(storyboards) storyboards of \(screenshots) screenshots, 1280x720 q85 420", machine: machine,
            [composing(alone, runs, cores: machine.cores), resuming(runs)]
        ).deliver(output)
    }

    private func composing(
        _ alone: [Double], _ runs: [(first: ChildProcess, again: ChildProcess)], cores: Int
    ) -> BenchReport.Section {
        let efficiency = zip(alone, runs).map { $0 / ($1.first.wall * Double(cores)) }
        let rate = Double(storyboards) / Median.of(alone)
        let rows = [
            Measurement(name: "compose one by one, one core", value: rate, unit: "storyboards/s"),
            Measurement(
                name: "mosaic batch, wall", value: Double(storyboards) / Median.of(runs.map(\.first.wall)),
                unit: "storyboards/s", against: "\(cores) x one core", ratio: Median.of(efficiency),
                wanted: .atLeast(0.85)),
            Measurement(name: "mosaic batch, CPU", value: Median.of(runs.map(\.first.processor)), unit: "s"),
            Measurement(
                name: "mosaic batch, peak memory", value: Median.of(runs.map { Double($0.first.peakBytes) }) / 1e6,
                unit: "MB"),
        ]
        let notes =
            OneCore.isAvailable ? [] : ["Without taskset, one thread was not held to one core: the ratio is too low."]
        return BenchReport.Section(
            title: "From the tree to the last rename, each file flushed", rows: rows, notes: notes)
    }

    private func resuming(_ runs: [(first: ChildProcess, again: ChildProcess)]) -> BenchReport.Section {
        let share = runs.map { $0.again.processor / $0.first.processor }
        var rows = [
            Measurement(
                name: "the same again with --resume, CPU", value: Median.of(runs.map(\.again.processor)) * 1e3,
                unit: "ms", against: "the first run", ratio: Median.of(share), wanted: .atMost(0.03))
        ]
        let read = runs.compactMap { run in
            run.first.bytes.flatMap { first in run.again.bytes.map { (first.read, $0.read) } }
        }
        if !read.isEmpty {
            rows.append(
                Measurement(
                    name: "the first run, bytes read", value: Median.of(read.map { Double($0.0) }), unit: "bytes"))
            rows.append(
                Measurement(
                    name: "the same again, bytes read", value: Median.of(read.map { Double($0.1) }), unit: "bytes",
                    against: "the first run", ratio: Median.of(read.map { Double($0.1) / Double($0.0) })))
        }
        return BenchReport.Section(title: "When nothing has changed", rows: rows)
    }
}

/// A tree of folders with screenshots.
private struct BenchFilms {
    private let tree: ScratchFolder
    private let names: [String]

    /// Draws 150 pictures and shows them again and again; as links, so that the disk need not hold them all.
    init(storyboards: Int, screenshots: Int) throws {
        let pictures = try CorpusRecipe.parse([]).temporaryFolder()
        let paths = try ScreenshotFolder(path: pictures.path).chapters().screenshots.map {
            pictures.path + "/" + $0.name
        }
        tree = try ScratchFolder()
        names = (0..<storyboards).map { "film\($0)" }
        for (film, name) in names.enumerated() {
            try FileManager.default.createDirectory(
                atPath: tree.path + "/" + name, withIntermediateDirectories: true)
            for chapter in 0..<screenshots {
                try FileManager.default.linkItem(
                    atPath: paths[(film * screenshots + chapter) % paths.count],
                    toPath: "\(tree.path)/\(name)/ch\(chapter + 1)_\(chapter * 10)s.jpg")
            }
        }
        // A file that was written just now may be written again without a new time, and is never taken as unchanged.
        sleep(3)
    }

    /// Composes and publishes each folder after the other, one screenshot at a time; the seconds that took.
    func composeOneByOne() async throws -> Double {
        let scratch = try ScratchFolder()
        let start = Clock.wall.seconds
        for name in names {
            let id = StoryboardID(naming: name)
            let listing = try ScreenshotFolder(path: tree.path + "/" + name).chapters()
            let folder = try StoryboardFolder(path: scratch.path + "/" + name, for: id)
            try await StoryboardComposer().compose(CompositionRequest(id: id, listing: listing), into: folder)
        }
        return Clock.wall.seconds - start
    }

    /// Runs `mosaic batch --resume`.
    func batch(into folder: String) throws -> ChildProcess {
        try ChildProcess.run([
            try ChildProcess.mosaic(), "batch", tree.path, "-o", folder + "/library", "--resume", "--json",
        ])
    }
}
