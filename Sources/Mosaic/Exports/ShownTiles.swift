package import WebVTT

/// The tiles that the track shows, with their times, which all exports use.
///
/// Tiles that the track leaves out, because an earlier one has the same time or the settings limit the cues, are not
/// included.
package struct ShownTiles: Hashable, Sendable {
    /// A tile and the time for which it is shown, from `start` to the millisecond before `end`.
    package struct Span: Hashable, Sendable {
        /// The tile's position in the storyboard.
        package let tile: Int
        package let start: Timestamp
        /// Later than `start`.
        package let end: Timestamp

        package init(tile: Int, start: Timestamp, end: Timestamp) {
            self.tile = tile
            self.start = start
            self.end = end
        }
    }

    /// Display time of the only tile of a film of unknown length, in formats that need an end.
    private static let endOfSingleTile = Timestamp(milliseconds: 10_000)

    /// In the order of time, each ending where the next begins.
    package let spans: [Span]
    /// Whether the end of the last span is that of the film. Else it is a guess: as long as the longest span.
    package let isEndKnown: Bool

    /// - Parameter duration: The film's length, for a storyboard that does not record it.
    /// - Throws: `unsupported` for a storyboard without tiles.
    package init(of storyboard: Storyboard, duration: Timestamp? = nil) throws {
        let cues = storyboard.tiles.enumerated().map { number, tile in
            // The track's own code arranges the cues; numbers as short as these take no allocation.
            Cue(start: tile.start, end: tile.end ?? max(.openEnd, tile.start), text: String(number))
        }
        let track = storyboard.arranged(CueTrack(cues: cues))
        var spans = track.cues.compactMap { cue in
            Int(cue.text).map { Span(tile: $0, start: cue.start, end: cue.end) }
        }
        guard let last = spans.last else {
            throw MosaicError(.unsupported, storyboard.id.rawValue, "The storyboard has no tiles.")
        }
        let isRecorded = storyboard.tiles.last?.end != nil
        // A film that ends before the last tile is another one.
        let stated = duration.flatMap { $0 > last.start ? $0 : nil }
        isEndKnown = isRecorded || stated != nil
        if !isRecorded {
            let longest = spans.dropLast().map { $0.end.milliseconds - $0.start.milliseconds }.max()
            let length = longest ?? Self.endOfSingleTile.milliseconds
            let end = stated ?? Timestamp(milliseconds: last.start.milliseconds + length)
            spans[spans.count - 1] = Span(tile: last.tile, start: last.start, end: end)
        }
        self.spans = spans
    }

    /// The end of the last span.
    package var end: Timestamp { spans.last?.end ?? .zero }

    /// The same tiles, the first one from 0 on, for formats that cannot show nothing.
    package var fromZero: [Span] {
        var spans = spans
        if let first = spans.first { spans[0] = Span(tile: first.tile, start: .zero, end: first.end) }
        return spans
    }
}
