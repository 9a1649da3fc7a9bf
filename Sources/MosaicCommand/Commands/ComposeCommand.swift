import ArgumentParser
import Foundation
import Mosaic
import MosaicConsole

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
        name: [.customShort("j"), .customLong("jobs"), .customLong("workers")],
        help: "Screenshots decoded at a time; by default one for each core.")
    var jobs: Int?

    @Flag(help: "Print a JSON report.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print errors only.")
    var quiet = false

    func run() async throws {
        try await ExitStatus.reporting {
            var source = source.screenshots
            try film.apply(to: &source)
            let location = source.location
            switch location {
            case .folder, .store: return try await compose(source, at: location)
            case .film, .bucket: break
            }
            let work = self
            // A film takes long, and its decoder is another process; a server may take long to answer.
            try await Interruption.cancelling { [source] in
                do {
                    try await work.compose(source, at: location)
                } catch is CancellationError where Task.isCancelled {
                    throw ExitStatus.interrupted
                }
            }
        }
    }

    private func compose(_ source: ScreenshotSource, at location: ScreenshotSource.Location) async throws {
        let reader = source.reader(at: location, buckets: s3.buckets, duration: track.duration)
        try await reader.close(after: { try await compose(source, at: location, reader) })
    }

    private func compose(
        _ source: ScreenshotSource, at location: ScreenshotSource.Location, _ reader: any ScreenshotReader
    ) async throws {
        let listing = try await reader.list()
        let request = CompositionRequest(
            id: try naming.id(of: source), title: naming.title(of: source), listing: listing,
            duration: track.duration ?? listing.duration)
        let folder = try StoryboardFolder(path: output.folder, for: request.id, input: source.inputFolder)
        var publication = output.publication
        if case .film(let path) = location {
            publication.film = RelativeURL.path(to: path, from: output.folder)
        }
        let bar = ProgressBar(isShown: !quiet && !json)
        defer { bar.finish() }
        let composition = try await StoryboardComposer(settings: settings).compose(
            request, into: folder, publication: publication
        ) { bar.show(completed: $0.completed, total: $0.total) }
        bar.finish()
        if !quiet { try await output.exports.report(in: output.folder) }
        try CompositionReport(
            composition, listing: listing, output: output.folder, documents: output.publication.documents
        ).print(json: json, isQuiet: quiet)
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
