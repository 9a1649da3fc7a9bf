import ArgumentParser
import Mosaic

/// Which frames of films become tiles, for commands that take films and folders.
struct FilmJobOptions: ParsableArguments {
    @Option(help: "Number of a film's frames, evenly spread.")
    var count: Int?

    @Option(help: "Of a film, take no frame from here on: a time, or per cent of the film such as 95%.")
    var end: FilmPosition?

    @Option(
        help: ArgumentHelp(
            "Of a film, leave out chapters whose titles contain one of these words, such as intro,credits.",
            valueName: "words"))
    var skipChapters: SkippedChapters?

    @Option(
        help: """
            always takes the frames of a film that are shown at the times, never key frames before them, which cost far \
            less; auto is exact for lists, chapters and films below 2 minutes. (default: auto)
            """)
    var exact: FilmOptions.Exactness?

    @Flag(
        inversion: .prefixedNo,
        help: "Where a frame of a film shows next to nothing, take a key frame near it. (default: on)")
    var avoidBlank: Bool?

    /// The same without a command line.
    var options: FilmOptions {
        var options = FilmOptions()
        options.count = count
        options.end = end
        options.skippedChapters = skipChapters?.words ?? []
        options.exactness = exact ?? options.exactness
        options.avoidsBlank = avoidBlank ?? options.avoidsBlank
        return options
    }

    /// Whether anything is said of films.
    var areGiven: Bool {
        count != nil || end != nil || skipChapters != nil || exact != nil || avoidBlank != nil
    }

    /// The names of the options, for errors.
    static let names = "--count, --end, --skip-chapters, --exact and --avoid-blank"
}
