import ArgumentParser
import CommandSupport
import Foundation
import Mosaic

/// `mosaic compose`: a folder of screenshots becomes sheets and a cue track.
struct ComposeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compose",
        abstract: "Composes a film, or screenshots in a folder or bucket, into sheets, mosaic.json and thumbnails.vtt.",
        discussion: """
            A later run into the same folder keeps tile and grid sizes, and the sheets that players still ask for.

            EXAMPLES
              mosaic compose film.mp4 -o out --preview
              mosaic compose film.mkv -o out --chapters
              mosaic compose film.mp4 -o out --count 100 --exact always
              mosaic compose samples/xlumX1Wtzrg -o out --preview
              mosaic compose frames -o out --interval 10 --duration 5400
              mosaic compose stills -o out --times stills.csv --width 320
              mosaic compose story -o out --base-url https://cdn.example/film/
              mosaic compose s3://shots/film-7/ -o out --endpoint-url http://minio:9000
            """)

    @OptionGroup(title: "Source")
    var source: SourceOptions

    @Argument(help: ArgumentHelp("More films or folders, each with a separate output folder.", valueName: "more"))
    var more: [String] = []

    @OptionGroup(title: "Film")
    var film: FilmSelectionOptions

    @OptionGroup(title: "Buckets")
    var s3: S3Options

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var naming: NamingOptions

    @OptionGroup(title: "Sheets")
    var sheets: SheetOptions

    @OptionGroup(title: "Track")
    var track: TrackOptions

    @OptionGroup
    var reading: ReadingOptions

    @Option(
        name: [.customShort("j"), .customLong("jobs")],
        help: "Screenshots decoded at a time; by default one for each core.")
    var jobs: Int?

    @Flag(help: "Print a JSON report.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print errors only.")
    var quiet = false

    func validate() throws {
        if let jobs, jobs < 1 { throw ValidationError("--jobs takes 1 or more.") }
        guard !more.isEmpty else { return }
        let sources = [source.folder] + more
        let exports = output.exports.exports.map { $0.areAll ? [] : $0.exports.map(\.name) }
        if let fault = FurtherSources(paths: sources, output: output.given).fault(
            exports: exports ?? [], widths: sheets.width.map { [$0.own] + $0.further } ?? [])
        {
            throw ValidationError(fault)
        }
        if output.given != nil {
            let names = sources.prefix(3).joined(separator: ", ") + (sources.count > 3 ? ", ..." : "")
            throw ValidationError(
                "\(sources.count) sources are named (\(names)), and -o is the folder of one storyboard. Without it each "
                    + "source has a folder beside it; mosaic batch FOLDER -o LIBRARY composes a folder of films.")
        }
        if naming.name != nil || naming.title != nil {
            throw ValidationError("--id and --title name one storyboard; compose one source with them.")
        }
    }

    func run() async throws {
        try await ComposeInvocation.run(([source.folder] + more).map(order(for:)))
    }

    /// Reads a command line with the argument parser; `nil` for another command.
    static func order(of arguments: [String]) throws -> ComposeInvocation? {
        try (MosaicCommand.parseAsRoot(arguments) as? ComposeCommand)?.order
    }

    /// The same without a command line.
    ///
    /// - Throws: `ValidationError` where options contradict the source.
    var order: ComposeInvocation { get throws { try order(for: source.folder) } }

    private func order(for path: String) throws -> ComposeInvocation {
        var options = source
        options.folder = path
        try options.validate()
        var source = options.screenshots
        try film.apply(to: &source)
        return ComposeInvocation(
            source: source, buckets: s3.buckets, output: try output.folder(for: source),
            publication: output.publication, replaces: output.replace, naming: naming.naming, settings: settings,
            duration: track.duration, isJSON: json, isQuiet: quiet)
    }

    private var settings: CompositionSettings {
        var settings = CompositionSettings()
        sheets.apply(to: &settings)
        track.apply(to: &settings)
        reading.apply(to: &settings)
        settings.workers = jobs ?? ProcessInfo.processInfo.activeProcessorCount
        return settings
    }
}
