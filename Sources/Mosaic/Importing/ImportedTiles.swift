package import TiledJPEG
package import WebVTT

/// The tiles of a storyboard that another program made: times, titles, and where their pictures are.
package struct ImportedTiles: Sendable {
    /// One tile.
    package struct Tile: Hashable, Sendable {
        /// The playback time from which it is shown.
        package var time: Timestamp
        /// The chapter's number; nil without one.
        package var chapter: Int?
        /// The chapter's title; nil without one.
        package var title: String?
        /// The position of its picture in ``ImportedTiles/pictures``.
        package var picture: Int
        /// Its part of the picture, in pixels; nil for all of it.
        package var rect: PixelRect?
    }

    /// The most tiles that are taken: 11 days at one a second.
    package static let mostTiles = 1_000_000

    /// The format's name in reports.
    package let format: String
    /// Sheets, or pictures of one tile each, in the order in which tiles use them.
    package var pictures: [ImportedPicture]
    /// Sorted by time.
    package private(set) var tiles: [Tile]
    /// Length of the film; `nil` if the format does not state it.
    package var duration: Timestamp?
    /// The storyboard's name; nil where the format has none.
    package var id: StoryboardID?
    /// A title for people; nil where the format has none.
    package var title: String?
    /// Whether the last cells of the last picture may be empty, because the format does not count tiles.
    package var mayEndEmpty = false
    /// Whether the caller's grid is that of sheets without a document, and not a wish for the new ones alone.
    var isGridTold = false
    /// Path of the playlist, manifest or JSON that was read; nil for other formats.
    package var document: String?
    /// Remarks for the user.
    package var remarks: [String] = []

    /// - Throws: `noScreenshots` without a tile, `limitExceeded`.
    package init(
        _ format: String, pictures: [ImportedPicture], tiles: [Tile], duration: Timestamp? = nil, name: String
    ) throws {
        guard !tiles.isEmpty else { throw MosaicError(.noScreenshots, name, "It has no tiles.") }
        guard tiles.count <= Self.mostTiles else {
            throw MosaicError(.limitExceeded, name, "\(tiles.count) tiles exceed the limit of \(Self.mostTiles).")
        }
        self.format = format
        self.pictures = pictures
        // Stable: tiles of one time stay in the order of the document.
        let order = tiles.indices.sorted { (tiles[$0].time, $0) < (tiles[$1].time, $1) }
        self.tiles = order.map { tiles[$0] }
        self.duration = duration
        endAfterLastTile()
    }

    /// Takes another length of the film; tiles from there on are left out.
    ///
    /// - Throws: `invalidSettings` where no tile would be left.
    package mutating func end(at duration: Timestamp) throws {
        let kept = tiles.prefix { $0.time < duration }
        guard !kept.isEmpty else {
            throw MosaicError(
                .invalidSettings, "duration",
                "The first tile is that of \(tiles[0].time), the film ends at \(duration).")
        }
        tiles = Array(kept)
        self.duration = duration
        mayEndEmpty = false
    }

    /// Leaves out the last tiles.
    mutating func removeLast(_ count: Int) { tiles.removeLast(min(count, tiles.count - 1)) }

    /// Gives tiles titles by their positions.
    mutating func setTitle(_ title: String, of position: Int) { tiles[position].title = title }

    /// The name of a tile in reports and records, different from that of every other tile of another picture or part.
    func name(of tile: Tile) -> String {
        let name = pictures[tile.picture].name
        return tile.rect.map { "\(name)#xywh=\($0)" } ?? name
    }

    /// Discards a duration that is not after the last tile's start.
    private mutating func endAfterLastTile() {
        if let duration, let last = tiles.last, duration <= last.time { self.duration = nil }
    }
}
