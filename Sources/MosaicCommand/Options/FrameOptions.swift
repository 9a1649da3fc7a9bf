import ArgumentParser
import CommandSupport
import Mosaic
import WebVTT

/// Which frames of a film become screenshots.
struct FrameOptions: ParsableArguments {
    @OptionGroup
    var chapters: ChapterOptions

    @Option(help: "The times of a list: lines time[,title], with seconds (83.5) or hh:mm:ss.mmm.")
    var times: String?

    @Option(help: "A frame each time this has passed: seconds (0.5) or hh:mm:ss.mmm.")
    var interval: Timestamp?

    @Option(help: "Number of frames, evenly spread over the film.")
    var count: Int?

    func validate() throws {
        try chapters.checkLanguage()
        if ways > 1 {
            throw ValidationError("--chapters, --times, --interval and --count exclude each other; use one.")
        }
    }

    /// Whether the frames are chosen in a way.
    var areChosen: Bool { ways > 0 }

    private var ways: Int {
        [chapters.given != nil, times != nil, interval != nil, count != nil].count(where: \.self)
    }

    /// The same without a command line.
    func source(of film: String) -> ScreenshotSource {
        var source = ScreenshotSource(folder: film, interval: interval, list: times)
        source.film.count = count
        source.film.chapters = chapters.source
        source.film.chapterLanguage = chapters.chapterLanguage
        source.film.exactness = .always
        return source
    }
}
