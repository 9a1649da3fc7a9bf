import FilmFixtures
import FilmProtocol
import Foundation
import TiledJPEG
import WebVTT

/// The paths that are counted, and folders that their programs read and write.
struct CountedPaths {
    /// Paths through the programs that are counted together.
    struct Group {
        let names: [String]
        /// Counts that differ between two runs by more than 1 %, each with the reason: they are printed and not held.
        let unstable: [ProgramCounts.Kind: String]
        let count: () throws -> [ProgramCounts]

        init(
            _ names: [String], unstable: [ProgramCounts.Kind: String] = [:],
            _ count: @escaping () throws -> [ProgramCounts]
        ) {
            (self.names, self.unstable, self.count) = (names, unstable, count)
        }

        init(
            _ name: String, unstable: [ProgramCounts.Kind: String] = [:],
            _ count: @escaping () throws -> ProgramCounts
        ) {
            self.init([name], unstable: unstable) { [try count()] }
        }
    }

    private let composer: InstructionCount
    private let composerPath: String
    private let server: InstructionCount
    private let bench: InstructionCount
    private let story: StartedPrograms
    private let scratch: ScratchFolder

    /// - Parameters:
    ///   - composer: The program of `compose` and `lookup`.
    ///   - server: The program of `serve`.
    init(composer: String, server: String) throws {
        composerPath = composer
        self.composer = try InstructionCount(of: composer)
        self.server = try InstructionCount(of: server)
        bench = try InstructionCount(of: ChildProcess.ownPath)
        story = try StartedPrograms(BenchScreenshots(folder: "samples/xlumX1Wtzrg"), mosaic: composer)
        scratch = try ScratchFolder()
    }

    var all: [Group] {
        [
            Group("start") { try composer.counts(["--version"]) },
            Group("compose 30 screenshots") {
                try composing { try compose(story.folder(of: 30), into: story.out()) }
            },
            Group("append one screenshot") { try composing(appending) },
            Group("parse of a track") { try composer.counts(["lookup", longTrack(), "5000"]) },
            film("film, MP4", .closed), film("film, fragmented MP4", .fragmented), film("film, TS", .closedInTS),
            Group("look-up") {
                try ProgramCounts.between(
                    bench.counts(["lookup", "--only", "5"]), bench.counts(["lookup", "--only", "65"]),
                    pieces: 60 * LookupBenchmark.countedLookups
                ).only([.instructions, .allocations])
            },
            Group(
                "job",
                unstable: [
                    .bytesRead: "checkpoints of SQLite come at other times",
                    .bytesWritten: "checkpoints of SQLite come at other times",
                ]
            ) {
                try ProgramCounts.between(bench.counts(passing(10)), bench.counts(passing(110)), pieces: 100)
            },
            Group(
                ["cached GET", "routed GET"],
                unstable: [
                    .systemCalls: "threads wake each other more or less often", .bytesRead: "wake-ups are read, too",
                ], requests),
        ]
    }

    // MARK: Composing

    private func compose(_ folder: String, into output: String) -> [String] {
        ["compose", folder, "-o", output, "--jobs", "1", "--json"]
    }

    /// Counts a run of `compose`, for which `arguments` prepares a folder each time.
    private func composing(_ arguments: () throws -> [String]) throws -> ProgramCounts {
        var report: ChildProcess?
        var counts = try composer.counts(run: &report, arguments)
        let decoded = try JSONDecoder().decode(Report.self, from: Data(report?.output ?? [])).decoded
        counts[.decodes] = Double(decoded.values.reduce(0, +))
        return counts
    }

    /// Composes 29 screenshots and adds one.
    private func appending() throws -> [String] {
        let (folder, output) = (try story.folder(of: 29), story.out())
        _ = try ChildProcess.run([composerPath] + compose(folder, into: output))
        try story.link(29..<30, into: folder)
        return compose(folder, into: output)
    }

    private struct Report: Decodable { let decoded: [String: Int] }

    // MARK: Tracks and films

    private func longTrack() throws -> String {
        let path = scratch.path + "/long.vtt"
        try Data(PreviewBenchmark.track(cues: 10_000).serialized()).write(to: URL(fileURLWithPath: path))
        return path
    }

    /// Instructions of libav differ between systems; frames that it decodes and bytes that it reads do not.
    private func film(_ name: String, _ film: Film) -> Group {
        Group(name) {
            let path = try film.path()
            let child = try FilmChild(film: path)
            _ = try child.header()
            let frames = (0..<10).map { number in
                FilmRequest.Frame(time: Int64(number) * 2_000_000 + 500_000, choice: number < 5 ? .key : .exact)
            }
            let counts = try child.pictures(FilmRequest(width: 256, height: 144, frames: frames)).counts
            _ = child.end()
            let calls = try ProgramCounts.systemCalls(
                of: [composerPath] + compose(path, into: story.out()) + ["--interval", "2"],
                environment: [FramesTool.variable: FramesTool.path ?? ""])
            return ProgramCounts([
                .decodes: Double(counts.decoded), .bytesRead: Double(counts.bytesRead), .systemCalls: calls,
            ])
        }
    }

    // MARK: Jobs and requests

    /// `PlainRequest.init`, `HotAnswers.answer` and `HotAnswersHandler.send`. The cache leaves a request to the router eight
    /// times a second, which is often for a program that callgrind slows down.
    private static let cachedRequest = [
        "^.s12MosaicServer12PlainRequestV_7longest.*fC$", "^.s12MosaicServer10HotAnswersC6answer2to2in.*ztF$",
        "^.s12MosaicServer17HotAnswersHandlerC4send.*CtF$",
    ]

    private func passing(_ jobs: Int) -> [String] {
        ["catalog", "--only", PassedJobs.Queue.catalog.rawValue, "--jobs", String(jobs)]
    }

    private func requests() throws -> [ProgramCounts] {
        let library = scratch.path + "/library"
        let folder = try story.folder(of: 12)
        for command in [["submit", folder, "--id", "short", "--settle", "0"], ["worker", "--once", "--quiet"]] {
            _ = try ChildProcess.run([composerPath] + command + ["--library", library])
        }
        let track = "/storyboards/short/thumbnails.vtt"
        // It polls less if it is read-only. The router ignores the field, and the cache leaves requests with it to the router.
        let running = try CountedServer(server, library: library, options: ["--read-only"])
        return [
            try running.costs(of: track, in: Self.cachedRequest, requests: 60),
            try running.costs(of: track, field: "If-Range: \"other\"", requests: 1, rounds: 15),
        ]
    }
}
