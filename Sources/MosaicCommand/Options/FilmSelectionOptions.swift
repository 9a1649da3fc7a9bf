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
