import TiledJPEG
import WebVTT

extension Export {
    /// The cues of the track as JSON, over any number of sheets.
    package static let vidstack = Export(
        "vidstack", "cues as JSON, for Vidstack", .exact, document: "vidstack.json", .json, movesTiles: false,
        statesEnd: false
    ) { source in
        ExportFile.sheets(of: 0, in: source.storyboards) + [
            ExportFile("vidstack.json", .json, isImmutable: false, .bytes(try VidstackCues(source).encoded()))
        ]
    }
}

/// `[{"startTime", "endTime", "text"}]`: times in seconds, texts as in the track.
///
/// Vidstack shows nothing from an end on, and a tile without an end to the film's end: the last one, if the film's length
/// is unknown.
private struct VidstackCues {
    private let cues: [Cue]

    init(_ source: ExportSource) throws {
        let storyboard = source.storyboards.main
        let urls = storyboard.sheets.map { source.options.urls($0.name.rawValue) }
        let shown = try source.shown()
        cues = shown.spans.enumerated().map { number, span in
            let tile = storyboard.tiles[span.tile]
            let rect = storyboard.track.shownPart(of: tile.rect)
            let fragment = MediaFragment(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
            return Cue(
                start: span.start, end: shown.isEndKnown || number < shown.spans.count - 1 ? span.end : .latest,
                text: CuePayload(url: urls[tile.sheet], fragment: fragment).description)
        }
    }

    func encoded() -> [UInt8] {
        var writer = JSONWriter()
        writer.array(cues) { writer, cue in
            writer.member("startTime", seconds: cue.start)
            if cue.end < .latest { writer.member("endTime", seconds: cue.end) }
            writer.member("text", cue.text)
        }
        return writer.document()
    }
}
