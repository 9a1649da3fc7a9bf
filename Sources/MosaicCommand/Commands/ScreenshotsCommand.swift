import ArgumentParser
import CommandSupport
import Mosaic
import TiledJPEG
import WebVTT

/// `mosaic screenshots`: writes frames of a film as chapter screenshots in full size.
struct ScreenshotsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "screenshots",
        abstract: "Writes frames of a film as screenshots in full size, ch{n}_{s}s.jpg.",
        discussion: """
            n counts the frames from 1, s is the time in whole seconds. Each is the very frame that is shown at its time, \
            upright, with square pixels, HDR mapped to SDR. times.csv beside them has exact times and titles. Files of \
            these names are replaced, all others stay; a folder with other screenshots is refused.

            EXAMPLES
              mosaic screenshots film.mp4 --chapters -o stills
              mosaic screenshots film.mp4 --chapters-file list.txt -o stills --width 1280
              mosaic screenshots film.mp4 --times times.csv -o stills
              mosaic compose stills -o out --times stills/times.csv
            """)

    @Argument(help: "The film.")
    var film: String

    @OptionGroup(title: "Frames") var frames: FrameOptions

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: "The folder to write, required; made where it does not exist.")
    var output: String?

    @Option(help: "Pixels from left to right, no more than the film's; the height follows. By default the film's.")
    var width: Int?

    @Option(help: "JPEG quality, 1 to 100.")
    var quality = 90

    @Flag(help: "Write into a folder with other screenshots, and replace those of the same names.")
    var replace = false

    @Flag(help: "Print a JSON report.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print errors only.")
    var quiet = false

    func validate() throws {
        guard width.map({ $0 > 0 }) ?? true else { throw ValidationError("--width takes 1 or more pixels.") }
        guard (1...100).contains(quality) else { throw ValidationError("--quality takes 1 to 100.") }
    }

    func run() async throws {
        let path = NamedPath(film, .film)
        let lists = frames.times.map { [NamedPath($0, .list)] } ?? []
        try await ExitStatus.reporting([path] + lists + (output.map { [NamedPath($0, .output)] } ?? [])) {
            guard frames.areChosen, let folder = output else {
                // A mistyped path is reported first.
                if let error = path.error { throw error }
                let missing =
                    frames.areChosen
                    ? "Say where to write" : "Say which frames: --chapters, --times, --interval or --count"
                let example = "mosaic screenshots \(ShellWord.quoted(film)) --count 20 -o stills"
                throw ValidationError("\(missing), as in \(example).")
            }
            let bar = ProgressBar(isShown: !quiet && !json)
            defer { bar.finish() }
            let writer = ScreenshotWriter(folder: folder, width: width, quality: quality, replaces: replace)
            let source = frames.source(of: film)
            let report = try await Interruption.cancelling {
                do {
                    return try await writer.write(source, opening: { bar.show(film: source.folderName, part: $0) }) {
                        bar.show(completed: $0, total: $1)
                    }
                } catch is CancellationError where Task.isCancelled {
                    throw ExitStatus.interrupted
                }
            }
            bar.finish()
            try report.print(json: json, quiet: quiet)
            if report.files.isEmpty { throw ExitStatus.failure }
            if !report.missing.isEmpty { throw ExitStatus.someFailed }
        }
    }
}

/// The report of `screenshots`: a sentence for people, keys for scripts.
struct ScreenshotReport: Report, Sendable {
    /// A screenshot that was written.
    struct File: Encodable, Sendable {
        let name: String
        let time: Timestamp
        let frameTime: Timestamp
        let title: String?
        let bytes: Int

        private enum CodingKeys: String, CodingKey {
            case name, title, bytes
            case time = "time_ms"
            case frameTime = "frame_time_ms"
        }
    }

    /// A screenshot that could not be written.
    struct Missing: Encodable, Sendable {
        let name: String
        /// The requested time; nil for a frame past the film's end.
        let time: Timestamp?
        let reason: String

        private enum CodingKeys: String, CodingKey {
            case name, reason
            case time = "time_ms"
        }
    }

    /// The folder, with a slash at its end.
    let folder: String
    let size: PixelSize
    var files: [File] = []
    var missing: [Missing] = []
    var notes: [String] = []

    var failures: [String] { missing.map { "\($0.name): \($0.reason)" } }
    var remarks: [String] { notes }

    /// The counts and the folder.
    var summary: String? {
        guard !files.isEmpty else { return nil }
        let bytes = files.reduce(0) { $0 + $1.bytes }
        return "\(files.count) \(files.count == 1 ? "screenshot" : "screenshots") of \(size) "
            + "(\((bytes + 512) / 1_024) KiB): \(folder)"
    }
}

/// Options that choose the frames of a film for screenshots.
struct FrameOptions: OptionTable {
    var chapters = ChapterOptions()
    var times: String?
    var interval: Timestamp?
    var count: Int?

    static let options: [DeclaredOption<FrameOptions>] =
        ChapterOptions.options.map { $0.inside(\.chapters) } + [
            .option(\.times, "times", "The times of a list: lines time[,title], with seconds (83.5) or hh:mm:ss.mmm."),
            .option(\.interval, "interval", "A frame each time this has passed: seconds (0.5) or hh:mm:ss.mmm."),
            .option(\.count, "count", "Number of frames, evenly spread over the film."),
        ]

    func validate() throws {
        try chapters.validate()
        try chapters.checkLanguage()
        if ways > 1 {
            throw ValidationError("--chapters, --times, --interval and --count exclude each other; use one.")
        }
    }

    /// Whether `--chapters`, `--chapters-file`, `--times`, `--interval` or `--count` is given.
    var areChosen: Bool { ways > 0 }

    private var ways: Int {
        [chapters.given != nil, times != nil, interval != nil, count != nil].count(where: \.self)
    }

    /// The source for a film with these options.
    func source(of film: String) -> ScreenshotSource {
        var source = ScreenshotSource(folder: film, interval: interval, list: times)
        source.film.count = count
        source.film.chapters = chapters.source
        source.film.chapterLanguage = chapters.chapterLanguage
        source.film.exactness = .always
        return source
    }
}
