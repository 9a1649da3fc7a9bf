import ArgumentParser
import CommandSupport
import Foundation
import Mosaic
import MosaicSystem
import Synchronization

/// `mosaic watch`: updates a storyboard while screenshots arrive.
struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Keeps a storyboard current while screenshots arrive, change and go.",
        discussion: """
            A film is composed when it has arrived as a whole, and again when another one takes its place; when it is \
            removed, what is published stays.

            Each update is published as mosaic compose does it, and costs what is new: unchanged tiles are moved by \
            bytes. A file is read when its size and time have rested for two seconds. Damaged files are named and \
            never end it.

            A folder of mosaic publish is watched as a whole without -o: new, changed, renamed and removed films are published \
            as mosaic publish does it. A part of a bucket is listed again and again, because a bucket tells nobody of changes; what \
            has not changed is not downloaded again. Ctrl-C or SIGTERM finishes what is being published; the exit status \
            is 0 then. A second one stops on the spot.

            EXAMPLES
              mosaic watch story -o out
              mosaic watch frames -o out --interval 10 --keep-old 0
              mosaic watch /mnt/nfs/story -o out --poll --json
              mosaic watch film.mp4 -o out
              mosaic watch /media
              mosaic watch s3://chapter-screenshots/xlumX1Wtzrg/ -o out --poll-every 2
            """)

    @OptionGroup(title: "Source") var source: SourceOptions
    @OptionGroup(title: "Film") var film: FilmSelectionOptions
    @OptionGroup(title: "Buckets") var s3: S3Options
    @OptionGroup var output: OutputOptions
    @OptionGroup var naming: NamingOptions
    @OptionGroup(title: "Watching") var watching: WatchingOptions
    @OptionGroup(title: "Sheets") var sheets: SheetOptions
    @OptionGroup(title: "Track") var track: TrackOptions
    @OptionGroup var reading: ReadingOptions

    @Option(
        name: [.customShort("j"), .customLong("jobs")],
        help: "Screenshots decoded at a time; by default one for each core.")
    var jobs: Int?

    @Flag(help: "Print a JSON report for each update, one on a line.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print errors only.")
    var quiet = false

    func run() async throws {
        try await ExitStatus.reporting(
            source.screenshots.namedPaths + (output.given.map { [NamedPath($0, .output)] } ?? [])
        ) {
            if let watch = try publishing() { return try await watch.run(by: watching) }
            var source = source.screenshots
            try film.apply(to: &source)
            let updates = WatchUpdates(
                source: source, id: try naming.naming.id(of: source), title: naming.naming.title(of: source),
                duration: track.duration, buckets: s3.buckets,
                settings: CompositionSettings(sheets, track, reading, jobs: jobs),
                output: try output.folder(for: source),
                publication: output.publication, replaces: output.replace,
                log: WatchLog(isJSON: json, isQuiet: quiet))
            try await updates.checkOutput()
            if source.bucketAddress == nil, let error = NamedPath(source.folder, .arriving).error { throw error }
            if source.bucketAddress != nil { return try await watchBucket(updates) }
            if NamedPath(source.folder, .source).filmsRemark != nil {
                let name = ShellWord.quoted(source.folder)
                StandardError.print(
                    "mosaic: \(source.folder): It holds films, which mosaic batch \(name) -o library composes; "
                        + "mosaic watch waits for screenshots in it.")
            }
            if output.given == nil, !quiet { StandardError.print("mosaic: Writing into \(updates.output).") }
            if source.isFilm {
                // A file without a film's name will not become a film later.
                guard source.filmPath != nil else {
                    throw MosaicError(
                        .noScreenshots, source.folderName,
                        "It is neither a folder of screenshots nor named like a film.")
                }
                return try await watchFilm(updates)
            }
            let watcher = watching.watcher(of: source.folder)
            try await Interruption.cancelling {
                let collection = Task { await updates.collectRepeatedly() }
                defer { collection.cancel() }
                var updates = updates
                do {
                    for try await state in watcher.states { try await updates.publish(state) }
                } catch is CancellationError where Task.isCancelled {
                    // A signal stopped the command.
                } catch let error as FileError {
                    throw MosaicError(error)
                }
            }
        }
    }

    /// The watch over the films of a folder for media servers; nil if one storyboard is watched.
    ///
    /// - Throws: `refused` for a folder of films that was never published.
    private func publishing() throws -> PublishWatch? {
        let folder = source.screenshots.folder
        guard output.given == nil, FileStatus(path: folder)?.isFolder == true else { return nil }
        if let watch = try PublishWatch(folder, isJSON: json, isQuiet: quiet) { return watch }
        guard NamedPath(folder, .source).filmsRemark != nil else { return nil }
        let name = ShellWord.quoted(folder)
        throw MosaicError(
            .refused, folder,
            "It holds films, and was never published: mosaic publish jellyfin \(name) comes first, or emby, or plex. For "
                + "screenshots in it, add -o FOLDER.")
    }

    private func watchBucket(_ updates: WatchUpdates) async throws {
        let pause = watching.pollEvery.milliseconds
        try await Interruption.cancelling {
            let collection = Task { await updates.collectRepeatedly() }
            defer { collection.cancel() }
            var bucket = BucketUpdates(updates: updates, pause: .milliseconds(pause))
            do {
                try await bucket.run()
            } catch is CancellationError where Task.isCancelled {
                // A signal stopped the command.
            }
        }
    }

    private func watchFilm(_ updates: WatchUpdates) async throws {
        let film = FilmUpdates(updates: updates, watcher: watching.watcher(ofFilm: updates.source.folder))
        try await Interruption.cancelling {
            let collection = Task { await updates.collectRepeatedly() }
            defer { collection.cancel() }
            var film = film
            do {
                try await film.run()
            } catch is CancellationError where Task.isCancelled {
                // A signal stopped the command.
            }
        }
    }
}

/// Options for watching a folder, a film or a part of a bucket.
struct WatchingOptions: OptionTable {
    var poll = false
    var rest = RetentionArgument(seconds: 2)
    var pollEvery = RetentionArgument(seconds: 5)

    static let options: [DeclaredOption<WatchingOptions>] = [
        .flag(\.poll, "poll", "Look from time to time, also where the system tells of changes."),
        .option(\.rest, "rest", "Time for which a file is unchanged before it is read: \(RetentionArgument.form)."),
        .option(
            \.pollEvery, "poll-every", "Interval between listings of a bucket, 0.1 or more: \(RetentionArgument.form)."),
    ]

    func validate() throws {
        guard pollEvery.milliseconds >= 100 else { throw ValidationError("--poll-every takes 0.1 seconds or more.") }
    }

    func watcher(of folder: String) -> FolderWatcher {
        FolderWatcher(path: folder, rest: .milliseconds(rest.milliseconds), polls: poll)
    }

    func watcher(ofFilm path: String) -> FileWatcher {
        FileWatcher(path: path, rest: .milliseconds(rest.milliseconds))
    }
}

/// The output of `watch`: a line for each update, and each remark once while it persists.
final class WatchLog: Sendable {
    private let isJSON: Bool
    private let isQuiet: Bool
    private let said = Mutex<Set<String>>([])

    init(isJSON: Bool, isQuiet: Bool) {
        self.isJSON = isJSON
        self.isQuiet = isQuiet
    }

    /// Prints a line for an update.
    ///
    /// - Throws: `unavailable` if standard output is closed.
    func note(_ composition: Composition, _ report: CompositionReport) throws {
        complain(of: report.remarks)
        if isJSON {
            try LineWriter.standardOutput.write(JSONOutput.line(report))
        } else if !isQuiet {
            let time = composition.storyboard.tiles.last.map { ", up to \($0.time)" } ?? ""
            let line = "\(Date().ISO8601Format()) \(CompositionReport.counts(of: composition))\(time)\n"
            try LineWriter.standardOutput.write(Array(line.utf8))
        }
    }

    /// Prints the remarks that the previous call did not have.
    func complain(of remarks: [String]) {
        let news = said.withLock { said in
            let news = remarks.filter { !said.contains($0) }
            said = Set(remarks)
            return news
        }
        guard !isQuiet else { return }
        for remark in news { StandardError.print("mosaic: \(remark)") }
    }
}
