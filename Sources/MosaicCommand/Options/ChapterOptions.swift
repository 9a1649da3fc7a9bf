import ArgumentParser
import Mosaic

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
