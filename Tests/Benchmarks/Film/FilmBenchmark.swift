import ArgumentParser
import FilmFixtures
import FilmProtocol
import Foundation

/// `mosaic-bench film`: frames of films, beside what ffmpeg takes for the same.
struct FilmBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "film", abstract: "Composing films of 10 minutes, a tile every 10 s, beside ffmpeg on one thread.",
        discussion: """
            It needs ffmpeg, and a mosaic-frames built with the trait Film beside this program or in MOSAIC_FRAMES:

              swift build -c release --traits Film --scratch-path .build/film --product mosaic-frames

            CPU is the processor time of all threads and children, user and system.
            """)

    @Option(help: "A folder of films, such as h264_720_k2.mp4; by default some are made, which takes minutes.")
    var films: String?

    @Option(help: "How often everything is done, in turn.")
    var rounds = 3

    @Option(help: "Only the films whose names begin so.")
    var only = ""

    @OptionGroup
    var output: OutputOptions

    private static let interval = 10
    /// `fps,scale,tile` decodes so much of a film and is taken for all of it.
    private static let part = 20.0

    func run() async throws {
        guard FramesTool.isReady, let frames = FramesTool.path else { throw ValidationError(FramesTool.missing) }
        let machine = Machine.current
        let scratch = try ScratchFolder()
        if films == nil { try MadeFilms.make(in: scratch.path) }
        let folder = films ?? scratch.path
        var clips = try FilmClip.all(in: folder)
        if !clips.contains(where: { $0.name == "h264_720_k2.mkv" }),
            let film = clips.first(where: { $0.name == "h264_720_k2.mp4" })
        {
            let path = scratch.path + "/h264_720_k2.mkv"
            try MadeFilms.remux(film.path, to: path)
            clips += try FilmClip.all(in: scratch.path).filter { $0.path == path }
        }
        clips = clips.filter { $0.name.hasPrefix(only) }
        guard !clips.isEmpty else { throw ValidationError("There are no films.") }
        var sections = try clips.map { try composing($0, frames) }
        if clips.count > 1 { sections.append(try together(clips, frames)) }
        try BenchReport(
            corpus: "\(clips.count) films, a tile of 256 x 144 every \(Self.interval) s", machine: machine, sections
        ).deliver(output)
    }

    private func composing(_ clip: FilmClip, _ frames: String) throws -> BenchReport.Section {
        let contest = try FilmContest(clip, interval: Self.interval, part: Self.part, frames: frames, rounds: rounds)
        let child = try FilmChildRun(clip, interval: Self.interval)
        return BenchReport.Section(
            title: "\(clip.name): \(Int(clip.duration)) s, \(clip.bytes / 1_000_000) MB",
            rows: contest.rows + child.rows)
    }

    /// Two films at the same time, each by its own `mosaic`.
    private func together(_ clips: [FilmClip], _ frames: String) throws -> BenchReport.Section {
        let pair = Array(clips.prefix(2))
        var (processor, wall, overlap): ([Double], [Double], [Double]) = ([], [], [])
        for _ in 0..<max(rounds, 1) {
            let alone = try pair.map { try ComposedFilm($0, interval: Self.interval, frames: frames) }
            let both = try ComposedFilm.together(pair, interval: Self.interval, frames: frames)
            processor.append(both.processor / alone.reduce(0) { $0 + $1.processor })
            wall.append(both.wall / alone.reduce(0) { $0 + $1.wall })
            overlap.append(both.overlap)
        }
        return BenchReport.Section(
            title: "Two films at once: \(pair.map(\.name).joined(separator: ", "))",
            rows: [
                Measurement(
                    name: "CPU", value: Median.of(processor), unit: "of both alone", wanted: .atMost(1.1)),
                Measurement(
                    name: "overlap", value: Median.of(overlap), unit: "of the shorter", wanted: .atLeast(0.8)),
                Measurement(
                    name: "wall", value: Median.of(wall), unit: "of one after the other", wanted: .atMost(0.9)),
            ])
    }
}
