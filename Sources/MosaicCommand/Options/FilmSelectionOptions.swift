import ArgumentParser
import CommandSupport
import Foundation
import Mosaic

/// Options that choose the frames of a film for tiles.
struct FilmSelectionOptions: OptionTable {
    var chapters = ChapterOptions()
    var frames = FilmJobOptions()

    static let options: [DeclaredOption<FilmSelectionOptions>] =
        ChapterOptions.options.map { $0.inside(\.chapters) } + FilmJobOptions.options.map { $0.inside(\.frames) }

    func validate() throws { try chapters.validate() }

    /// Adds these options to a source.
    ///
    /// - Throws: `ValidationError` if an option is given for a source that is not a film, or if several options choose
    ///   times.
    func apply(to source: inout ScreenshotSource) throws {
        guard source.isFilm else {
            if source.film.start != nil {
                throw ValidationError("--start of files goes with --interval, and is a time; per cent are for films.")
            }
            let language = chapters.chapterLanguage.map { _ in "--chapter-language" }
            if let option = chapters.given ?? language ?? frames.given.first {
                throw ValidationError("\(option) chooses frames of a film; \(source.folder) is not one.")
            }
            return
        }
        try Self.requireOne(of: [
            "--count": frames.count != nil, chapters.given ?? "--chapters": chapters.given != nil,
            "--interval": source.interval != nil, "--times": source.list != nil,
        ])
        try chapters.checkLanguage()
        let start = source.film.start
        source.film = frames.options
        source.film.start = start
        source.film.chapters = chapters.source
        source.film.chapterLanguage = chapters.chapterLanguage
    }

    /// Refuses several ways to choose times.
    ///
    /// - Parameter ways: The options, each with whether it is given.
    /// - Throws: `ValidationError`.
    static func requireOne(of ways: KeyValuePairs<String, Bool>) throws {
        let given = ways.filter(\.value).map(\.key)
        guard given.count > 1 else { return }
        let number = given.count == 2 ? "two" : "\(given.count)"
        throw ValidationError("\(given.joined(separator: " and ")) are \(number) ways to choose times; use one.")
    }
}

/// Words that exclude chapters by title, on the command line: `intro,credits`.
struct SkippedChapters: ExpressibleByArgument {
    /// The words, without empty ones.
    let words: [String]

    init?(argument: String) {
        words = argument.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}

/// Options that choose the frames of films for tiles, in commands that take films and folders.
struct FilmJobOptions: OptionTable {
    var count: Int?
    var skipChapters: SkippedChapters?
    var end: FilmPosition?
    var exact: FilmOptions.Exactness?
    var avoidBlank: Bool?

    static let options: [DeclaredOption<FilmJobOptions>] = [
        .option(\.count, "count", "Number of frames, evenly spread over the film."),
        .option(
            \.skipChapters, "skip-chapters", value: "words",
            "Leave out chapters whose titles contain one of these words, such as intro,credits."),
        .option(\.end, "end", "Take no frame from here on: a time, or per cent of the film such as 95%."),
        .option(
            \.exact, "exact",
            """
            always takes the frame that is shown at each time, never the key frame before it, which costs far less; auto \
            is exact for lists, chapters and films below 2 minutes. (default: auto)
            """),
        .toggle(
            \.avoidBlank, "avoid-blank",
            "Where a frame shows next to nothing, take a key frame near it, but never with --exact always. (default: on)"
        ),
    ]

    /// The film options with these values.
    var options: FilmOptions {
        var options = FilmOptions()
        options.count = count
        options.end = end
        options.skippedChapters = skipChapters?.words ?? []
        options.exactness = exact ?? options.exactness
        options.avoidsBlank = avoidBlank ?? options.avoidsBlank
        return options
    }

    /// The given options, by name.
    var given: [String] {
        [
            count.map { _ in "--count" }, end.map { _ in "--end" }, skipChapters.map { _ in "--skip-chapters" },
            exact.map { _ in "--exact" }, avoidBlank.map { $0 ? "--avoid-blank" : "--no-avoid-blank" },
        ].compactMap(\.self)
    }

    var areGiven: Bool { !given.isEmpty }

    /// The names of the options, for errors.
    static let names = "--count, --end, --skip-chapters, --exact and --avoid-blank"
}

/// Options that take a film's chapters as times of tiles.
struct ChapterOptions: OptionTable {
    var chapters = false
    var chaptersFile: String?
    var chapterLanguage: ChapterLanguage?

    static let options: [DeclaredOption<ChapterOptions>] = [
        .flag(\.chapters, "chapters", "Take a frame at the start of each chapter that the film names."),
        .option(
            \.chaptersFile, "chapters-file", value: "file",
            "Take a frame at the start of each chapter of a list: lines 1:23 Title, ffmetadata or JSON of yt-dlp."),
        .option(
            \.chapterLanguage, "chapter-language", value: "lang",
            "With --chapters, take titles in this language where the film has several: de, ger or de-AT."),
    ]

    /// The source of the chapters; `nil` without one.
    var source: FilmOptions.Chapters? { chaptersFile.map(FilmOptions.Chapters.file) ?? (chapters ? .container : nil) }

    /// The name of the option that is given; `nil` without one.
    var given: String? { chaptersFile == nil ? (chapters ? "--chapters" : nil) : "--chapters-file" }

    func validate() throws {
        guard !chapters || chaptersFile == nil else {
            throw ValidationError("--chapters and --chapters-file are two lists of chapters; use one.")
        }
    }

    func checkLanguage() throws {
        guard chapterLanguage == nil || source == .container else {
            throw ValidationError(
                "--chapter-language chooses titles of the film's own chapters: it takes --chapters alone.")
        }
    }
}
