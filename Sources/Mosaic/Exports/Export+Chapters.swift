import PlayerFormats
import WebVTT

extension Export {
    /// The chapters of the storyboard, as WebVTT and as ffmetadata.
    package static let chapters = Export(
        "chapters", "chapters as WebVTT for players, and as ffmetadata for ffmpeg", .exact, document: "chapters.vtt",
        .vtt, movesTiles: false
    ) { source in
        let chapters = try StoryboardChapters(of: source)
        return [
            ExportFile(
                "chapters.ffmetadata", .bytes, isImmutable: false,
                .bytes(ChapterDocuments.ffmetadata(chapters.ending(at: chapters.end)))),
            ExportFile(
                "chapters.vtt", .vtt, isImmutable: false,
                .bytes(ChapterDocuments.webVTT(chapters.ending(at: chapters.trackEnd)))),
        ]
    }
}

/// The chapters of a storyboard: consecutive tiles with the same chapter number and title are one.
struct StoryboardChapters {
    private struct Chapter {
        let number: Int?
        let title: String?
        let start: Timestamp
    }

    private let chapters: [Chapter]
    /// The end of the film, or an estimate.
    let end: Timestamp
    /// The end of the track.
    let trackEnd: Timestamp

    /// - Throws: `unsupported` for a storyboard without chapters.
    init(of source: ExportSource) throws {
        let storyboard = source.storyboards.main
        let shown = try source.shown()
        var chapters: [Chapter] = []
        for span in shown.spans {
            let tile = storyboard.tiles[span.tile]
            // A tile without a chapter belongs to the chapter before it.
            guard tile.chapter != nil || tile.title != nil else { continue }
            if let last = chapters.last, last.number == tile.chapter, last.title == tile.title { continue }
            chapters.append(Chapter(number: tile.chapter, title: tile.title, start: span.start))
        }
        guard !chapters.isEmpty else {
            throw MosaicError(
                .unsupported, "chapters",
                "The storyboard's tiles have no chapters; compose with --chapters or --chapters-file.")
        }
        self.chapters = chapters
        end = shown.end
        trackEnd = shown.isEndKnown ? shown.end : max(.openEnd, shown.end)
    }

    /// Contiguous chapters; the last one ends at `end`.
    func ending(at end: Timestamp) -> [(start: Timestamp, end: Timestamp, title: String)] {
        chapters.indices.map { index in
            let chapter = chapters[index]
            let next = index + 1 < chapters.count ? chapters[index + 1].start : end
            let title = chapter.title ?? chapter.number.map { "Chapter \($0)" } ?? ""
            return (chapter.start, next, title)
        }
    }
}
