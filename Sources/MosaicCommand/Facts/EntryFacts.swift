import Foundation
import Mosaic
import WebVTT

/// What a catalog knows of a storyboard, for scripts.
struct EntryFacts: Encodable {
    private let id: StoryboardID
    private let title: String?
    private let tiles: Int
    private let duration: Timestamp?
    private let bytes: Int
    private let created: String
    private let updated: String

    init(_ entry: CatalogEntry) {
        id = entry.id
        title = entry.title
        tiles = entry.tiles
        duration = entry.duration
        bytes = entry.bytes
        created = entry.created.ISO8601Format()
        updated = entry.updated.ISO8601Format()
    }

    private enum CodingKeys: String, CodingKey {
        case id, title, tiles, bytes, created, updated
        case duration = "duration_ms"
    }
}
