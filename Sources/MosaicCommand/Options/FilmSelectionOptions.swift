import ArgumentParser
import Foundation
import Mosaic

/// Which frames of a film become tiles.
struct FilmSelectionOptions: ParsableArguments {
    @Option(help: "Number of frames, evenly spread over the film.")
    var count: Int?

    @OptionGroup
    var chapters: ChapterOptions

    @Option(
        help: ArgumentHelp(
            "Leave out chapters whose titles contain one of these words, such as intro,credits.", valueName: "words"))
    var skipChapters: SkippedChapters?

    @Option(help: "Take no frame from here on: a time, or per cent of the film such as 95%.")
    var end: FilmPosition?

    @Option(
        help: """
            always takes the frame that is shown at each time, never the key frame before it, which costs far less; auto \
            is exact for lists, chapters and films below 2 minutes. (default: auto)
            """)
    var exact: FilmOptions.Exactness?

    @Flag(
        inversion: .prefixedNo,
        help:
            "Where a frame shows next to nothing, take a key frame near it, but never with --exact always. (default: on)"
    )
    var avoidBlank: Bool?

    /// Adds these options to a source.
    ///
    /// - Throws: `ValidationError` if they are given for a source that is not a film, and for two ways to choose
    ///   times.
    func apply(to source: inout ScreenshotSource) throws {
        guard source.isFilm else {
            if source.film.start != nil {
                throw ValidationError("--start of files goes with --interval, and is a time; per cent are for films.")
            }
            if let option = given.first {
                throw ValidationError("\(option) chooses frames of a film; \(source.folder) is not one.")
            }
            return
        }
        let ways = [
            count.map { _ in "--count" }, chapters.given, source.interval.map { _ in "--interval" },
            source.list.map { _ in "--times" },
        ].compactMap(\.self)
        if ways.count > 1 {
            throw ValidationError("\(ways.joined(separator: " and ")) are two ways to choose times; use one.")
        }
        source.film.count = count
        try chapters.checkLanguage()
        source.film.chapters = chapters.source
        source.film.chapterLanguage = chapters.chapterLanguage
        source.film.end = end
        source.film.skippedChapters = skipChapters?.words ?? []
        source.film.exactness = exact ?? .auto
        source.film.avoidsBlank = avoidBlank ?? true
    }

    private var given: [String] {
        [
            count.map { _ in "--count" }, chapters.given, chapters.chapterLanguage.map { _ in "--chapter-language" },
            skipChapters.map { _ in "--skip-chapters" }, end.map { _ in "--end" }, exact.map { _ in "--exact" },
            avoidBlank.map { $0 ? "--avoid-blank" : "--no-avoid-blank" },
        ].compactMap(\.self)
    }
}

/// Words in titles of chapters that are left out, on the command line: `intro,credits`.
struct SkippedChapters: ExpressibleByArgument {
    /// The words, without empty ones.
    let words: [String]

    init?(argument: String) {
        words = argument.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}

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

/// Chapters of a film as times of tiles.
struct ChapterOptions: ParsableArguments {
    @Flag(help: "Take a frame at the start of each chapter that the film names.")
    var chapters = false

    @Option(
        help: ArgumentHelp(
            "Take a frame at the start of each chapter of a list: lines 1:23 Title, ffmetadata or JSON of yt-dlp.",
            valueName: "file"))
    var chaptersFile: String?

    @Option(
        help: ArgumentHelp(
            "With --chapters, take titles in this language where the film has several: de, ger or de-AT.",
            valueName: "lang"))
    var chapterLanguage: ChapterLanguage?

    /// The source of the chapters; `nil` without one.
    var source: FilmOptions.Chapters? { chaptersFile.map(FilmOptions.Chapters.file) ?? (chapters ? .container : nil) }

    /// The name of the option that is given; `nil` without one.
    var given: String? { chaptersFile == nil ? (chapters ? "--chapters" : nil) : "--chapters-file" }

    func checkLanguage() throws {
        guard chapterLanguage == nil || source == .container else {
            throw ValidationError(
                "--chapter-language chooses titles of the film's own chapters: it takes --chapters alone.")
        }
    }
}
