public import TiledJPEG
public import WebVTT

/// One thumbnail of a storyboard, with its times and its place on a sheet.
public struct Tile: Hashable, Sendable {
    /// The result of decoding the screenshot.
    public enum State: String, Hashable, Sendable, Encodable {
        /// Decoded without a warning.
        case ok
        /// The decoder warned of damage, and the settings accept that.
        case damaged
        /// The screenshot could not be decoded; the tile is neutral gray.
        case placeholder
    }

    /// The playback time the screenshot shows.
    public let time: Timestamp
    /// The playback time from which it is shown.
    public let start: Timestamp
    /// The playback time at which the next tile begins; nil for a last tile whose end is unknown.
    public let end: Timestamp?
    /// Which sheet, from 0.
    public let sheet: Int
    /// The visible rectangle on the sheet, in pixels.
    public let rect: PixelRect
    /// The chapter's number, where there is one.
    public let chapter: Int?
    /// The chapter's title, where there is one.
    public let title: String?
    /// The result of decoding the screenshot.
    public let state: State
    /// One sentence on the screenshot's fault; `nil` without one.
    public let reason: String?
    /// The playback time of the film's frame that it shows, which may differ from ``time``; nil where no film has it.
    public let frameTime: Timestamp?
    /// The file it was made from.
    package let source: Source
}

extension Tile {
    init(screenshot: Screenshot, placement: StoryboardLayout.Placement, record: TileRecord) {
        time = screenshot.time
        start = placement.start
        end = placement.end
        sheet = placement.sheet
        rect = placement.rect
        chapter = screenshot.chapter
        title = screenshot.title
        state = record.state
        reason = record.reason
        frameTime = record.frameTime
        source = record.source
    }
}
