import ArgumentParser
import Foundation
import Mosaic
import ScrubPreview
import TiledJPEG
import WebVTT

/// `mosaic-bench preview`: what a player pays that embeds the look-up engine.
struct PreviewBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "preview", abstract: "Loading, holding and answering in a player.")

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var corpus: CorpusOptions

    @Option(help: "Cues of the track that is loaded.")
    var cues = 10_000

    @Option(help: "Times that are asked for in a round.")
    var scrubs = 100_000

    @Option(help: "A track's file: loads it so many times, and reports nothing; for counters.")
    var track: String?

    @Option(help: "How many times, with --track.")
    var loads = 1

    @Flag(help: "Keep every cue, with --track.")
    var every = false

    func run() async throws {
        if let track {
            let options = every ? Self.uncapped : ThumbnailTrack.Options()
            for _ in 0..<loads {
                _ = try await ThumbnailTrack.load(from: URL(fileURLWithPath: track), options: options)
            }
            return
        }
        let machine = Machine.current
        let folder = try ScratchFolder()
        let storyboard = try await corpus.withScreenshots { screenshots in
            try await Self.composed(screenshots.folder, into: folder.path + "/film")
        }
        let sections = [
            try await loading(in: folder), try await answering(folder.path + "/film", storyboard),
        ]
        let summary = "\(storyboard.tiles.count) tiles of \(storyboard.geometry.tile), \(cues) cues, \(scrubs) times"
        try BenchReport(corpus: summary, machine: machine, sections).deliver(output)
    }

    private static func composed(_ shots: String, into output: String) async throws -> Storyboard {
        let id = StoryboardID(naming: "film")
        var settings = CompositionSettings()
        settings.workers = ProcessInfo.processInfo.activeProcessorCount
        return try await StoryboardComposer(settings: settings).compose(
            CompositionRequest(id: id, listing: ScreenshotFolder(path: shots).chapters()),
            into: StoryboardFolder(path: output, for: id)
        ).storyboard
    }

    /// A track with a cue for each second, on sheets of 25 tiles.
    static func track(cues: Int) -> CueTrack {
        CueTrack(
            cues: (0..<cues).map { number in
                let fragment = MediaFragment(x: number % 5 * 256, y: number / 5 % 5 * 144, width: 256, height: 144)
                return Cue(
                    start: Timestamp(milliseconds: Int64(number) * 1_000),
                    end: Timestamp(milliseconds: Int64(number + 1) * 1_000),
                    text: CuePayload(url: "sheet-\(number / 25).jpg", fragment: fragment).description)
            })
    }

    /// Reading a long track from a file until the first answer.
    private func loading(in folder: ScratchFolder) async throws -> BenchReport.Section {
        let document = Self.track(cues: cues).serialized()
        let path = folder.path + "/long.vtt"
        try Data(document).write(to: URL(fileURLWithPath: path))
        let ways = [
            ("capped at 150 thumbnails", ThumbnailTrack.Options(), [], 4_500.0),
            ("every cue", Self.uncapped, ["--every"], 7_500.0),
        ]
        let race = try await Race(
            rounds: corpus.rounds,
            ways.map { _, options, _, _ in
                {
                    let track = try await ThumbnailTrack.load(from: URL(fileURLWithPath: path), options: options)
                    guard track.tile(at: .zero) != nil else { throw Failure(description: "The track is empty.") }
                    return track
                }
            })
        let peer = try WebVTTPy.milliseconds(path)
        var rows = peer.map { [Measurement(name: "webvtt-py, reading", value: $0, unit: "ms")] } ?? []
        for (index, way) in ways.enumerated() {
            let milliseconds = race.processor(index) * 1_000
            rows.append(
                Measurement(
                    name: "load and index, \(way.0)", value: milliseconds, unit: "ms",
                    against: peer.map { _ in "times as fast" },
                    ratio: peer.map { $0 / milliseconds }, wanted: peer.map { _ in .atLeast(index == 0 ? 30 : 20) }))
            rows.append(
                Measurement(name: "of the document", value: Double(document.count) / 1e3 / milliseconds, unit: "MB/s"))
            if let count = try instructions(path, way.2) {
                rows.append(
                    Measurement(
                        name: "instructions for each cue, \(way.0)", value: count, unit: "by callgrind",
                        wanted: .atMost(way.3)))
            }
        }
        let notes = peer == nil ? ["webvtt-py is not installed."] : []
        return BenchReport.Section(title: "Loading a track of \(document.count / 1_000) kB", rows: rows, notes: notes)
    }

    private static var uncapped: ThumbnailTrack.Options {
        var options = ThumbnailTrack.Options()
        options.maximumThumbnails = nil
        return options
    }

    /// Instructions of one more load for each cue; `nil` without callgrind.
    private func instructions(_ path: String, _ arguments: [String]) throws -> Double? {
        let counter = try InstructionCount(of: ChildProcess.ownPath)
        let counts = [1, 3].map { loads in
            counter.callgrind(["preview", "--track", path, "--loads", String(loads)] + arguments)
        }
        guard let one = counts[0], let three = counts[1] else { return nil }
        return (three - one) / 2 / Double(cues)
    }

    /// Answering scrubs with tiles cut out of sheets in memory.
    private func answering(_ folder: String, _ storyboard: Storyboard) async throws -> BenchReport.Section {
        let url = URL(fileURLWithPath: folder + "/" + Storyboard.trackName)
        let track = try await ThumbnailTrack.load(from: url)
        var tiles: [[UInt8]] = []
        for number in 0..<track.count {
            guard let tile = track.tile(numbered: number), let jpeg = try await track.jpeg(for: tile) else {
                throw Failure(description: "Tile \(number) cannot be cut.")
            }
            tiles.append(jpeg)
        }
        let length = storyboard.tiles.last?.start.milliseconds ?? 0
        let times = (0..<scrubs).map { Timestamp(milliseconds: Int64($0) * 7_919 % max(1, length)) }
        let order = times.map { track.tile(at: $0)?.index ?? 0 }
        let copies = CopyFloor(tiles)
        let race = try await Race(
            rounds: corpus.rounds,
            [
                {
                    for number in order { copies.copy(number) }
                    return nil
                },
                {
                    for time in times {
                        guard let tile = track.tile(at: time), try await track.jpeg(for: tile) != nil else {
                            throw Failure(description: "No tile is shown at \(time).")
                        }
                    }
                    return nil
                },
            ])
        let scale = 1e6 / Double(scrubs)
        let decoded = storyboard.tiles.count * storyboard.geometry.tile.pixelCount * 4
        return BenchReport.Section(
            title: "Answering \(scrubs) scrubs from memory",
            rows: [
                Measurement(name: "copying the tiles' bytes", value: race.processor(0) * scale, unit: "us"),
                Measurement(
                    name: "look-up and jpeg(for:)", value: race.processor(1) * scale, unit: "us",
                    against: "copying", ratio: race.processorRatio(1, to: 0)),
                Measurement(
                    name: "held for \(storyboard.tiles.count) tiles", value: Double(track.heldByteCount) / 1e6,
                    unit: "MB", wanted: .atMost(2.5), isExact: true),
                Measurement(name: "the same as decoded RGBA", value: Double(decoded) / 1e6, unit: "MB"),
            ])
    }
}
