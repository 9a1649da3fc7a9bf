import ArgumentParser
import TiledJPEG

/// `mosaic-bench peers`: the same job by each installed peer, in turn, two threads each.
struct PeersBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "peers",
        abstract: "mosaic compose beside ffmpeg, pyvips, Pillow, ImageMagick and GraphicsMagick, as far as installed.")

    @OptionGroup
    var corpus: CorpusOptions

    @OptionGroup
    var output: OutputOptions

    func run() async throws {
        let machine = Machine.current
        let mosaic = try ChildProcess.mosaic()
        try await corpus.withScreenshots { screenshots in
            let scratch = try ScratchFolder()
            let height = (256 * screenshots.size.height + screenshots.size.width / 2) / screenshots.size.width
            let task = Peer.Task(
                screenshots: screenshots, tile: BenchSize(width: 256, height: height), columns: 15,
                scratch: scratch.path)
            try task.prepare()
            let ours = Peer(
                name: "mosaic compose",
                command: [
                    mosaic, "compose", screenshots.folder, "--id", "bench", "--jobs", "2", "--quiet", "-o",
                ], wanted: nil)
            let section = try section([ours] + Peer.installed(for: task))
            try BenchReport(corpus: screenshots.description, machine: machine, [section]).deliver(output)
        }
    }

    private func section(_ contestants: [Peer]) throws -> BenchReport.Section {
        var runs: [[ChildProcess]] = contestants.map { _ in [] }
        var failed: Set<Int> = []
        for round in 0...max(corpus.rounds, 1) {
            for (index, contestant) in contestants.enumerated() where !failed.contains(index) {
                // Ours writes a folder; it must not find what it wrote before.
                let out = try ScratchFolder()
                let command = contestant.command + (index == 0 ? [out.path + "/out"] : [])
                do {
                    let run = try ChildProcess.run(command, environment: contestant.environment)
                    if round > 0 { runs[index].append(run) }
                } catch {
                    guard index > 0 else { throw error }
                    failed.insert(index)
                }
            }
        }
        let rows = contestants.indices.filter { !failed.contains($0) }.flatMap { index in
            measurements(contestants[index], runs[index], index == 0 ? nil : runs[0])
        }
        return BenchReport.Section(
            title: "Screenshots to sheets, whole processes, two threads each", rows: rows,
            notes: failed.sorted().map { "\(contestants[$0].name) failed." })
    }

    private func measurements(_ peer: Peer, _ runs: [ChildProcess], _ ours: [ChildProcess]?) -> [Measurement] {
        func ratioOf(_ part: (ChildProcess) -> Double) -> Double? {
            ours.map { ours in Median.of(zip(runs, ours).map { part($0) / part($1) }) }
        }
        func row(
            _ what: String, _ unit: String, _ scale: Double, wanted: Double?, _ part: (ChildProcess) -> Double
        ) -> Measurement {
            Measurement(
                name: "\(peer.name), \(what)", value: Median.of(runs.map(part)) * scale, unit: unit,
                against: ours == nil ? nil : "mosaic", ratio: ratioOf(part),
                wanted: wanted.map { .atLeast($0) })
        }
        return [
            row("wall", "ms", 1e3, wanted: peer.wanted) { $0.wall },
            row("CPU", "ms", 1e3, wanted: nil) { $0.processor },
            row("peak memory", "MiB", 1 / Double(1 << 20), wanted: nil) { Double($0.peakBytes) },
        ]
    }
}
