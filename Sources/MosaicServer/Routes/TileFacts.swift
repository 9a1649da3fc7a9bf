import ImageHeaders
import Mosaic
import WebVTT

/// The answer to a look-up.
struct TileFacts: Encodable {
    private let sheet: String
    private let x: Int
    private let y: Int
    private let w: Int
    private let h: Int
    private let start: Timestamp
    private let end: Timestamp?
    private let index: Int
    private let policy: LookupPolicy
    private let chapter: Int?
    private let title: String?
    private let tile: String?

    /// - Parameters:
    ///   - base: What the URLs of the storyboard begin with.
    ///   - sheets: What those of its sheets do.
    ///   - tileName: The tile as a picture of its own; nil where it cannot be cut out.
    ///   - links: What signs the URLs of sheet and tile; nil where everyone may read them.
    init(
        _ index: Int, of storyboard: Storyboard, policy: LookupPolicy, base: String, sheets: String,
        tileName: TileName?, links: IssuedLinks?
    ) {
        let tile = storyboard.tiles[index]
        func query(_ picture: String) -> String { links.map { "?" + $0.toPicture(picture).query } ?? "" }
        let sheetName = storyboard.sheets[tile.sheet].name.rawValue
        sheet = sheets + sheetName + query(sheetName)
        (x, y, w, h) = (tile.rect.x, tile.rect.y, tile.rect.width, tile.rect.height)
        (start, end) = (tile.start, tile.end)
        self.index = index
        self.policy = policy
        chapter = tile.chapter
        title = tile.title
        self.tile = tileName.map { "\(base)tiles/\($0)\(query("tiles/\($0)"))" }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(sheet, forKey: .sheet)
        try container.encode(x, forKey: .x)
        try container.encode(y, forKey: .y)
        try container.encode(w, forKey: .w)
        try container.encode(h, forKey: .h)
        try container.encode(start, forKey: .start)
        try container.encode(end, forKey: .end)
        try container.encode(index, forKey: .index)
        try container.encode(policy, forKey: .policy)
        try container.encodeIfPresent(chapter, forKey: .chapter)
        try container.encodeIfPresent(title, forKey: .title)
        try container.encodeIfPresent(tile, forKey: .tile)
    }

    private enum Key: String, CodingKey {
        case sheet, x, y, w, h, index, policy, chapter, title, tile
        case start = "start_ms"
        case end = "end_ms"
    }
}
