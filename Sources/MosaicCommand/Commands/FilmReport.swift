import Mosaic
import WebVTT

/// The part of a report that is about a film: how its frames were chosen, and how far they are from their times.
struct FilmReport: Encodable {
    private let film: FilmSummary
    private let decoded: Int
    /// The tiles without a picture behind the last one with a picture, and the time of their first.
    private let cutOff: (count: Int, from: Timestamp)?
    /// The tile whose frame is the farthest from its time.
    private let farthest: (difference: Int64, time: Timestamp)?

    init(_ film: FilmSummary, _ composition: Composition) {
        self.film = film
        let tiles = composition.storyboard.tiles
        decoded = composition.madeTiles
        let lost = tiles.reversed().prefix { $0.state == .placeholder }
        cutOff = lost.last.map { (lost.count, $0.time) }
        farthest = tiles.compactMap { tile in
            tile.frameTime.map { (abs($0.milliseconds - tile.time.milliseconds), tile.time) }
        }.max { $0.0 < $1.0 }
    }

    /// Sentences for people.
    var remarks: [String] {
        var lines: [String] = []
        if film.chapters > 0 { lines.append("\(film.chapters) \(film.chapters == 1 ? "chapter" : "chapters").") }
        // Frames of exact tiles begin less than one frame before their times.
        if film.choice != .exact, let farthest, farthest.difference > 0 {
            lines.append(
                "Tiles show key frames, up to \(Timestamp(milliseconds: farthest.difference).decimalSeconds) s from their "
                    + "times; --exact always takes the frames at the times, and takes longer.")
        }
        if let cutOff {
            let tiles =
                cutOff.count == 1 ? "The last tile is a placeholder" : "The last \(cutOff.count) tiles are placeholders"
            lines.append("\(tiles), from \(cutOff.from) on.")
        }
        return lines
    }

    private enum Key: String, CodingKey {
        case frames, chapters, decoded
        case duration = "duration_ms"
        case spacing = "spacing_ms"
        case difference = "largest_difference_ms"
        case cutOff = "cut_off"
    }

    /// Writes an unknown duration, listed times and a film without frames as null.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(film.duration, forKey: .duration)
        try container.encode(film.spacing, forKey: .spacing)
        try container.encode(film.choice, forKey: .frames)
        try container.encode(film.chapters, forKey: .chapters)
        try container.encode(decoded, forKey: .decoded)
        try container.encode(farthest?.difference, forKey: .difference)
        try container.encode(cutOff?.count ?? 0, forKey: .cutOff)
    }
}
