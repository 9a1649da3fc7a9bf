public import ImageHeaders
public import WebVTT

/// One thumbnail of a storyboard: what it shows, when, and where it lies.
public struct Tile: Hashable, Sendable {
    /// What became of the screenshot.
    public enum State: String, Hashable, Sendable, Codable {
        /// Decoded without complaint.
        case ok
        /// The decoder warned of damage, and the settings accept that.
        case damaged
        /// The screenshot could not be decoded; the tile is neutral gray.
        case placeholder
    }

    /// The playback time the screenshot shows.
    public let time: Timestamp
    /// When the tile begins to be shown.
    public let start: Timestamp
    /// When the next one takes over; nil for a last tile whose end nobody knows.
    public let end: Timestamp?
    /// Which sheet, from 0.
    public let sheet: Int
    /// The visible rectangle on the sheet, in pixels.
    public let rect: PixelRect
    /// The chapter's number, where there is one.
    public let chapter: Int?
    /// The chapter's title, where there is one.
    public let title: String?
    /// What became of the screenshot.
    public let state: State
    /// One sentence on what is wrong with the screenshot; nil where nothing is.
    public let reason: String?
    /// The file it was made from.
    public let source: Source
}

extension Tile: Codable {
    private enum Key: String, CodingKey {
        case time = "time_ms"
        case start = "start_ms"
        case end = "end_ms"
        case sheet, x, y, width, height, chapter, title, state, reason, source
    }

    /// Reads a tile; sheet and rectangle are checked by the storyboard that holds it.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        time = try container.decode(Timestamp.self, forKey: .time)
        start = try container.decode(Timestamp.self, forKey: .start)
        end = try container.decodeIfPresent(Timestamp.self, forKey: .end)
        sheet = try container.decode(Int.self, forKey: .sheet)
        rect = PixelRect(
            x: try container.decode(Int.self, forKey: .x), y: try container.decode(Int.self, forKey: .y),
            width: try container.decode(Int.self, forKey: .width),
            height: try container.decode(Int.self, forKey: .height))
        chapter = try container.decodeIfPresent(Int.self, forKey: .chapter)
        title = try container.decodeIfPresent(String.self, forKey: .title)
        state = try container.decode(State.self, forKey: .state)
        reason = try container.decodeIfPresent(String.self, forKey: .reason)
        source = try container.decode(Source.self, forKey: .source)
    }

    /// Writes a tile; `end_ms` is written as null where the end is not known.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(time, forKey: .time)
        try container.encode(start, forKey: .start)
        try container.encode(end, forKey: .end)
        try container.encode(sheet, forKey: .sheet)
        try container.encode(rect.x, forKey: .x)
        try container.encode(rect.y, forKey: .y)
        try container.encode(rect.width, forKey: .width)
        try container.encode(rect.height, forKey: .height)
        try container.encodeIfPresent(chapter, forKey: .chapter)
        try container.encodeIfPresent(title, forKey: .title)
        try container.encode(state, forKey: .state)
        try container.encodeIfPresent(reason, forKey: .reason)
        try container.encode(source, forKey: .source)
    }
}
