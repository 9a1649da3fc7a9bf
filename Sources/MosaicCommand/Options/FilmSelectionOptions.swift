import ArgumentParser
import Mosaic

/// Which frames of a film become tiles.
struct FilmSelectionOptions: ParsableArguments {
    @Option(help: "Take so many frames, evenly spread over the film.")
    var count: Int?

    @Option(
        defaultAsFlag: FilmOptions.Chapters.container, parsing: .next,
        help: ArgumentHelp(
            """
            Take a frame of each chapter: --chapters=FILE reads lines 1:23 Title or ffmetadata, --chapters alone behind \
            the film takes the film's own.
            """, valueName: "file"))
    var chapters: FilmOptions.Chapters?

    @Option(
        help: ArgumentHelp(
            "With --chapters, take titles in this language where the film has several: de, ger or de-AT.",
            valueName: "lang"))
    var chapterLanguage: ChapterLanguage?

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
    /// - Throws: `ValidationError` where the source is no film, and for two ways to choose times.
    func apply(to source: inout ScreenshotSource) throws {
        guard source.isFilm else {
            if let option = given.first { throw ValidationError("\(option) chooses frames of a film; this is none.") }
            return
        }
        let ways = [
            count.map { _ in "--count" }, chapters.map { _ in "--chapters" }, source.interval.map { _ in "--interval" },
            source.list.map { _ in "--times" },
        ].compactMap(\.self)
        if ways.count > 1 {
            throw ValidationError("\(ways.joined(separator: " and ")) are two ways to choose times; use one.")
        }
        source.film.count = count
        try ChapterLanguage.check(chapterLanguage, chapters)
        source.film.chapters = chapters
        source.film.chapterLanguage = chapterLanguage
        source.film.exactness = exact ?? .auto
        source.film.avoidsBlank = avoidBlank ?? true
    }

    private var given: [String] {
        [
            count.map { _ in "--count" }, chapters.map { _ in "--chapters" },
            chapterLanguage.map { _ in "--chapter-language" }, exact.map { _ in "--exact" },
            avoidBlank.map { $0 ? "--avoid-blank" : "--no-avoid-blank" },
        ].compactMap(\.self)
    }
}
