public import ImageHeaders
public import WebVTT

/// One thumbnail of a storyboard: what it shows, when, and where it lies.
public struct Tile: Hashable, Sendable {
    /// What became of the screenshot.
    public enum State: String, Hashable, Sendable, Encodable {
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
    package let source: Source
}
