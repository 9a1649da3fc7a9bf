import ArgumentParser
import Foundation
import Mosaic
import MosaicConsole

/// `mosaic compose`: a folder of screenshots becomes sheets and a cue track.
struct ComposeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compose",
        abstract: "Composes a folder of screenshots into sheets, mosaic.json and thumbnails.vtt.",
        discussion: """
            A later run into the same folder keeps tile and grid sizes, and the sheets that players still ask for.

            EXAMPLES
              mosaic compose samples/xlumX1Wtzrg -o out --preview
              mosaic compose frames -o out --interval 10 --duration 5400
              mosaic compose stills -o out --times stills.csv --width 320 --base-url https://cdn.example/film/
            """)

    @OptionGroup(title: "Source")
    var source: SourceOptions

    @Option(name: .shortAndLong, help: "The folder to write; made where it does not exist.")
    var output: String

    @Option(help: "Name of the storyboard; by default the folder's.")
    var id: String?

    @Option(help: "Title for people.")
    var title: String?

    @OptionGroup(title: "Sheets")
    var sheets: SheetOptions

    @OptionGroup(title: "Track")
    var track: TrackOptions

    @Flag(help: "Choose tile and grid sizes anew instead of keeping the recorded ones.")
    var regrid = false

    @Flag(help: "Compare the content of all files with the last run's, not only size, time and inode.")
    var verifyContent = false

    @Option(help: "How long sheets of earlier runs stay: 0, or a number with s, m, h or d.")
    var keepOld = KeepTime.day

    @Flag(help: "Fail where a screenshot cannot be decoded, instead of showing a placeholder.")
    var strict = false

    @Flag(help: "Take pictures whose decoder warned of damage.")
    var acceptDamaged = false

    @Option(help: "Screenshots decoded at a time; by default one for each core.")
    var workers = ProcessInfo.processInfo.activeProcessorCount

    @Flag(help: "Also write preview.html, a page with film strip and scrub bar.")
    var preview = false

    @Flag(help: "Print a JSON report.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print errors only.")
    var quiet = false

    func run() async throws {
        try await ExitStatus.reporting {
            let listing = try source.screenshots.listing()
            let request = CompositionRequest(
                id: try storyboardID(), title: title, listing: listing, duration: track.duration)
            let folder = try StoryboardFolder(path: output, for: request.id, input: source.folder)
            let bar = ProgressBar(isShown: !quiet && !json)
            defer { bar.finish() }
            let composition = try await StoryboardComposer(settings: settings()).compose(
                request, into: folder, publication: publication()
            ) { bar.show(completed: $0.completed, total: $0.total) }
            bar.finish()
            try report(CompositionReport(composition, listing: listing, output: output, hasPreview: preview))
        }
    }

    private func report(_ report: CompositionReport) throws {
        if !quiet { report.remarks.forEach { StandardError.print("mosaic: \($0)") } }
        if json {
            try JSONOutput.print(report)
        } else if !quiet {
            print(report.summary)
        }
    }

    private func storyboardID() throws -> StoryboardID {
        guard let id else { return StoryboardID(naming: source.screenshots.folderName) }
        guard let id = StoryboardID(rawValue: id) else {
            throw MosaicError(
                .invalidSettings, "id", "An id has 1 to 128 of the characters A-Z a-z 0-9 - . _ ~ and no dot in front.")
        }
        return id
    }

    private func settings() -> CompositionSettings {
        var settings = CompositionSettings()
        sheets.apply(to: &settings)
        track.apply(to: &settings)
        settings.isStrict = strict
        settings.acceptsDamaged = acceptDamaged
        settings.verifiesContent = verifyContent
        settings.workers = workers
        return settings
    }

    private func publication() -> StoryboardComposer.Publication {
        var publication = StoryboardComposer.Publication()
        publication.keepingOld = keepOld.seconds
        publication.regrids = regrid
        publication.writesPreview = preview
        return publication
    }
}
