import ArgumentParser
import Foundation
import Mosaic

/// `mosaic-bench cloud`: composing from a bucket, against the same files in a folder.
struct CloudBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cloud", abstract: "mosaic compose from a server that plays S3, against a folder.",
        discussion:
            "The server is a process of its own on the same cores; what it costs is not the client's, but the time.")

    @Option(help: "How often everything is done.")
    var rounds = 5

    @Option(help: "Milliseconds between a request and its answer.")
    var latency = 20

    @Option(help: "How many large screenshots, of about 90 kB.")
    var large = 150

    @Option(help: "How many small ones, of about 15 kB.")
    var small = 1_000

    @OptionGroup
    var output: OutputOptions

    func run() async throws {
        let machine = Machine.current
        let large = try CorpusRecipe.parse(["--count", String(self.large)])
        let small = try CorpusRecipe.parse(["--count", String(self.small), "--size", "480x270", "--pictures", "100"])
        var sections = [SigningCost.section()]
        for recipe in [large, small] {
            let runs = try CloudRuns(of: recipe, rounds: max(1, rounds), latency: latency)
            sections.append(runs.section(latency: latency))
        }
        try BenchReport(corpus: "\(large.description); \(small.description)", machine: machine, sections)
            .deliver(output)
    }
}

/// Compositions of one corpus, from a folder and from a bucket in turn.
private struct CloudRuns {
    /// One round.
    private struct Round {
        let folder: ChildProcess
        let bucket: ChildProcess
        let requests: BucketProcess.Counts
        /// The same again, when nothing has changed.
        let again: ChildProcess
        let requestsAgain: BucketProcess.Counts
    }

    private let count: Int
    private let bytes: Int
    private let rounds: [Round]

    init(of recipe: CorpusRecipe, rounds: Int, latency: Int) throws {
        let corpus = try recipe.temporaryFolder()
        let listing = try ScreenshotFolder(path: corpus.path).chapters().screenshots
        count = listing.count
        bytes = listing.reduce(0) { $0 + ($1.status?.bytes ?? 0) }
        let server = try BucketProcess(folder: corpus.path, latency: latency)
        // The first round warms up.
        self.rounds = try Array(
            (0...rounds).map { _ in
                let scratch = try ScratchFolder()
                let folder = try Self.compose(corpus.path, into: scratch.path + "/folder")
                _ = try server.counts()
                let source = "s3://chapter-screenshots/film/"
                let bucket = try Self.compose(source, into: scratch.path + "/bucket", server.environment)
                let requests = try server.counts()
                let again = try Self.compose(source, into: scratch.path + "/bucket", server.environment)
                return Round(
                    folder: folder, bucket: bucket, requests: requests, again: again,
                    requestsAgain: try server.counts())
            }.dropFirst())
    }

    private static func compose(
        _ source: String, into folder: String, _ environment: [String: String] = [:]
    ) throws -> ChildProcess {
        try ChildProcess.run(
            [try ChildProcess.mosaic(), "compose", source, "-o", folder, "--id", "bench", "--quiet"],
            environment: environment)
    }

    func section(latency: Int) -> BenchReport.Section {
        let pages = (count + 999) / 1_000
        let waits = (count + 31) / 32 + 2
        let allowed = Double(waits * latency) / 1e3
        let rows = [
            Measurement(name: "folder, wall", value: median(\.folder.wall) * 1e3, unit: "ms"),
            Measurement(
                name: "bucket, wall", value: median(\.bucket.wall) * 1e3, unit: "ms",
                against: "folder + \(waits) x \(latency) ms",
                ratio: median { $0.bucket.wall / ($0.folder.wall + allowed) }, wanted: .atMost(1)),
            Measurement(name: "folder, CPU", value: median(\.folder.processor) * 1e3, unit: "ms"),
            Measurement(
                name: "bucket, CPU", value: median(\.bucket.processor) * 1e3, unit: "ms", against: "folder",
                ratio: median { $0.bucket.processor / $0.folder.processor }, wanted: .atMost(1.6)),
            Measurement(name: "folder, peak memory", value: median { Double($0.folder.peakBytes) } / 1e6, unit: "MB"),
            Measurement(
                name: "bucket, peak memory", value: median { Double($0.bucket.peakBytes) } / 1e6, unit: "MB",
                against: "folder", ratio: median { Double($0.bucket.peakBytes) / Double($0.folder.peakBytes) },
                wanted: .atMost(1.5)),
            Measurement(
                name: "requests", value: most(\.requests.requests), unit: "requests",
                wanted: .atMost(Double(pages + count)), isExact: true),
            Measurement(
                name: "most at a time", value: most(\.requests.mostInFlight), unit: "requests", wanted: .atMost(32),
                isExact: true),
            Measurement(name: "unchanged, wall", value: median(\.again.wall) * 1e3, unit: "ms"),
            Measurement(
                name: "unchanged, requests", value: most(\.requestsAgain.requests), unit: "requests",
                wanted: .atMost(Double(pages)), isExact: true),
        ]
        return BenchReport.Section(title: "\(count) screenshots, \(bytes / count) bytes each", rows: rows)
    }

    private func median(_ value: (Round) -> Double) -> Double { Median.of(rounds.map(value)) }

    private func most(_ value: (Round) -> Int) -> Double { Double(rounds.map(value).max() ?? 0) }
}
