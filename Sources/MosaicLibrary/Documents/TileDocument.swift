import Mosaic
package import TiledJPEG
package import WebVTT

/// The tile that is shown at a time, in JSON, for `mosaic lookup` and `GET /storyboards/{id}/tile`.
package struct TileDocument: Encodable {
    /// The shown part of a sheet.
    package enum Area {
        case rect(PixelRect)
        /// A rectangle in pixels or percent, as in the track.
        case fragment(MediaFragment)
        case wholeSheet
        /// The track has a fragment that is not a rectangle.
        case unreadable
    }

    private let sheet: String
    private let area: Area
    private let start: Timestamp
    private let end: Timestamp?
    private let index: Int
    private let policy: LookupPolicy
    private let chapter: Int?
    private let title: String?
    private let tile: String?

    /// - Parameters:
    ///   - sheet: The sheet's URL.
    ///   - end: Nil if the tile is shown to the end of a film of unknown length.
    ///   - index: The tile's position in the storyboard or track, from 0.
    ///   - tile: The URL of the tile as a separate JPEG; nil without one.
    package init(
        sheet: String, area: Area, start: Timestamp, end: Timestamp?, index: Int, policy: LookupPolicy,
        chapter: Int? = nil, title: String? = nil, tile: String? = nil
    ) {
        self.sheet = sheet
        self.area = area
        self.start = start
        self.end = end
        self.index = index
        self.policy = policy
        self.chapter = chapter
        self.title = title
        self.tile = tile
    }

    /// Writes null for an unknown end and for an unreadable area; leaves out missing values.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(sheet, forKey: .sheet)
        switch area {
        case .rect(let rect): try encode(rect.x, rect.y, rect.width, rect.height, to: &container)
        case .fragment(let part):
            try encode(part.x, part.y, part.width, part.height, to: &container)
            if part.unit != .pixel { try container.encode(part.unit.rawValue, forKey: .unit) }
        case .wholeSheet: break
        case .unreadable: try container.encodeNil(forKey: .tile)
        }
        try container.encode(start, forKey: .start)
        try container.encode(end, forKey: .end)
        try container.encode(index, forKey: .index)
        try container.encode(policy, forKey: .policy)
        try container.encodeIfPresent(chapter, forKey: .chapter)
        try container.encodeIfPresent(title, forKey: .title)
        try container.encodeIfPresent(tile, forKey: .tile)
    }

    private func encode(
        _ x: Int, _ y: Int, _ width: Int, _ height: Int, to container: inout KeyedEncodingContainer<Key>
    ) throws {
        try container.encode(x, forKey: .x)
        try container.encode(y, forKey: .y)
        try container.encode(width, forKey: .w)
        try container.encode(height, forKey: .h)
    }

    private enum Key: String, CodingKey {
        case sheet, x, y, w, h, unit, index, policy, chapter, title, tile
        case start = "start_ms"
        case end = "end_ms"
    }
}
