import Raster
public import WebVTT

/// All sheets of one video and the timing of every tile; its written form is `mosaic.json`.
///
/// A storyboard has every screenshot; documents made from it may have fewer.
public struct Storyboard: Hashable, Sendable {
    /// The version of the written form.
    package static let version = 2
    /// The file name of the written form.
    package static let recordName = "mosaic.json"
    /// The file name of the cue track.
    public static let trackName = "thumbnails.vtt"

    /// The storyboard's name.
    public let id: StoryboardID
    /// A title for people; nil without one.
    public let title: String?
    /// Length of the film; nil where it is not known.
    public let duration: Timestamp?
    /// How tiles and sheets were encoded; JPEG tiles always name their tables.
    package let encoding: TileEncoding
    /// Tile, cell and grid.
    public let geometry: TileGeometry
    /// How the cue track is written.
    package let track: TrackSettings
    /// The sheets in order; only the last may have empty cells.
    public let sheets: [Sheet]
    /// The tiles in order of time.
    public let tiles: [Tile]
    /// Files that were skipped.
    public let skipped: [SkippedFile]
    /// Widths of tiles, in pixels, in which the same times are published again, in ascending order: each an ordinary
    /// storyboard in the folder that its width names, below that of this one.
    public internal(set) var widths: [Int] = []

    /// The most widths of a film, that of the storyboard itself included.
    package static let mostWidths = 8

    package init(
        id: StoryboardID, title: String?, duration: Timestamp?, encoding: TileEncoding, geometry: TileGeometry,
        track: TrackSettings, sheets: [Sheet], tiles: [Tile], skipped: [SkippedFile], widths: [Int] = []
    ) {
        self.id = id
        self.title = title
        self.duration = duration
        self.encoding = encoding
        self.geometry = geometry
        self.track = track
        self.sheets = sheets
        self.tiles = tiles
        self.skipped = skipped
        self.widths = widths
    }

    /// Bytes of its sheets.
    package var sheetBytes: Int { sheets.reduce(0) { $0 + $1.bytes } }
}
