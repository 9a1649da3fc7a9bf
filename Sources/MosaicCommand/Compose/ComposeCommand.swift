import ArgumentParser
import CommandSupport
import Foundation
import Mosaic

/// `mosaic compose`: composes films or screenshots into sheets and a cue track.
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

    @OptionGroup(title: "Source") var source: SourceOptions

    @Argument(help: ArgumentHelp("More films or folders, each with a separate output folder.", valueName: "more"))
    var more: [String] = []

    @OptionGroup(title: "Film") var film: FilmSelectionOptions
    @OptionGroup(title: "Buckets") var s3: S3Options
    @OptionGroup var output: OutputOptions
    @OptionGroup var naming: NamingOptions
    @OptionGroup(title: "Sheets") var sheets: SheetOptions
    @OptionGroup(title: "Track") var track: TrackOptions
    @OptionGroup var reading: ReadingOptions

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
        let exports = output.exports.map { $0.areAll ? [] : $0.exports.map(\.name) }
        if let fault = FurtherSources(paths: sources, output: output.given).fault(
            exports: exports ?? [], widths: sheets.width.map { [$0.own] + $0.further } ?? [])
        {
            throw ValidationError(fault)
        }
        if output.given != nil {
            // A space inside an option's value would turn the rest of the value into a source.
            if let missing = more.first(where: { NamedPath($0, .source).absence != nil }), !missing.contains("://") {
                throw ValidationError(
                    "There is no film or folder \(missing), and -o is the folder of one storyboard; an option's value has no "
                        + "space in it.")
            }
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

    /// Parses a command line with the argument parser; `nil` for another command.
    static func order(of arguments: [String]) throws -> ComposeInvocation? {
        try (MosaicCommand.parseAsRoot(arguments) as? ComposeCommand)?.order
    }

    /// The invocation for the first source.
    ///
    /// - Throws: `ValidationError` if options contradict the source.
    var order: ComposeInvocation { get throws { try order(for: source.folder) } }

    private func order(for path: String) throws -> ComposeInvocation {
        var options = source
        options.folder = path
        try options.validate()
        var source = options.screenshots
        try film.apply(to: &source)
        return ComposeInvocation(
            source: source, buckets: s3.buckets, output: try output.folder(for: source),
            publication: output.publication, takesPossibleExports: output.exports?.areAll ?? false,
            replaces: output.replace, naming: naming.naming,
            settings: CompositionSettings(sheets, track, reading, jobs: jobs), duration: track.duration,
            isJSON: json, isQuiet: quiet)
    }
}

/// The short help of `mosaic compose`: the options that most users need. `--help-all` lists every option.
enum ComposeHelp {
    /// Whether a command line asks for the short help.
    static func isRequested(by arguments: [String]) -> Bool {
        if arguments == ["help", "compose"] { return true }
        let options = arguments.prefix { $0 != "--" }
        return options.first == "compose" && options.contains { $0 == "--help" || $0 == "-h" }
    }

    /// Replaces `--help-all`, which the parser does not know, with `--help`.
    static func showingAll(_ arguments: [String]) -> [String] {
        arguments.map { $0 == "--help-all" ? "--help" : $0 }
    }

    /// At most 40 lines of at most 80 columns.
    static let text = """
        Composes thumbnails of a film, or of screenshots, for a player's seek bar:
        sprite sheets, mosaic.json and the track thumbnails.vtt.

        USAGE: mosaic compose SOURCE ... [-o FOLDER] [OPTIONS]

          SOURCE               a film, a folder of screenshots or s3://bucket/prefix/
          -o, --output FOLDER  folder to write (default: SOURCE.thumbnails)
          --replace            replace the storyboard of another source
          --preview            also write a page that shows the thumbnails

        TIMES OF A FILM (default: every 10 s, 20 to 720 tiles)
          --interval TIME      a tile for each 5, 1.5s or 1m
          --count NUMBER       number of tiles, evenly spread
          --chapters           a tile for each chapter that the film names
          --chapters-file FILE a tile for each line 1:23 Title of a list
          --times FILE         a tile for each time of a list
          --start, --end TIME  a part of the film, also in per cent: 95%
          --skip-chapters WORD chapters to leave out, by a word of their titles
          --exact always       frames at the very times, not key frames near them

        SCREENSHOTS
          Names such as ch1_83s.jpg have a number and a time in seconds. Other names
          get times from --interval TIME and --start TIME, or from --times FILE.
          --duration TIME      length of the film

        SHEETS AND TRACK
          --width PIXELS       width of a tile (default: 256); several: 160,320
          --grid CxR           columns and rows of a sheet (default: up to 5x5)
          --quality NUMBER     JPEG quality, 1 to 100 (default: 80)
          --base-url URL       beginning of the sheets' URLs in the track
          --export NAMES       files for other players, such as hls, dash and bif

          --json               a report for programs instead of text
          -q, --quiet          errors only

        mosaic compose --help-all lists all options, mosaic help films explains times.
        """
}
