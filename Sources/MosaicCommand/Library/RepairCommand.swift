import ArgumentParser
import CommandSupport
import Mosaic
import MosaicLibrary
import Synchronization

/// `mosaic repair`: rebuilds the catalog from the storyboards' documents.
struct RepairCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "repair",
        abstract: "Rebuilds a library's catalog from its storyboards, and names those that are not whole.",
        discussion: """
            Documents are the truth: a lost or damaged catalog costs nothing but the jobs. Move a damaged one away \
            first. The next mosaic batch --resume compares the files with the records, and composes only what changed. \
            Removals and writers that were killed are cleaned up, and retired files whose time is over go. Exit status 65 \
            tells that storyboards have faults.

            EXAMPLES
              mosaic repair --library library
              mosaic repair --library library --json | jq -r '.faults[].id'
              mosaic repair --library library --video-root /srv/videos
            """)

    @OptionGroup(title: "Library") var library: LibraryOptions

    @Option(
        help: ArgumentHelp(
            "Index the videos in this folder; may be repeated. By default those of the server that ran last.",
            valueName: "dir"))
    var videoRoot: [String] = []

    @Flag(
        help:
            "Print JSON: {\"storyboards\", \"written\", \"forgotten\", \"videos\", \"faults\": [{\"id\", \"reason\"}]}."
    )
    var json = false

    @OptionGroup var retention: RetentionOptions

    func run() async throws {
        try await ExitStatus.reporting {
            let library = try library.repairable()
            let line = CountLine(isShown: !json)
            defer { line.finish() }
            if !videoRoot.isEmpty { _ = try await library.recordVideos(in: VideoRoots(videoRoot)) }
            let report = try await library.repair(keepingOld: retention.keepOld.seconds) {
                line.show($0, "storyboards")
            }
            line.finish()
            try report.print(json: json)
            guard report.faults.isEmpty else { throw ExitStatus.badData }
        }
    }
}

extension RepairReport: Report {
    package var failures: [String] { faults.map { "\($0.id): \($0.reason)" } }
    package var summary: String? {
        "\(storyboards) whole, \(faults.count) with faults; \(written) entries written, \(forgotten) forgotten"
            + (videos.map { "; \($0) videos indexed" } ?? "")
    }
}

/// A line with a count on a terminal, for work of unknown size; prints nothing elsewhere.
final class CountLine: Sendable {
    private let isShown: Bool
    private let clock = ContinuousClock()
    private let lastShown = Mutex<ContinuousClock.Instant?>(nil)

    init(isShown: Bool) { self.isShown = isShown && StandardError.isTerminal }

    /// Writes the count, at most five times a second.
    func show(_ count: Int, _ things: String) {
        guard isShown else { return }
        lastShown.withLock { last in
            let now = clock.now
            if let last, now - last < .milliseconds(200) { return }
            last = now
            StandardError.write("\r\(count) \(things)\u{1B}[K")
        }
    }

    /// Clears the line if it has text.
    func finish() {
        lastShown.withLock { last in
            guard last != nil else { return }
            last = nil
            StandardError.write("\r\u{1B}[K")
        }
    }
}
