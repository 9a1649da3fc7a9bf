import Foundation
import Mosaic
import WebVTT

/// What a catalog knows of a storyboard, for scripts.
struct EntryFacts: Encodable {
    private let id: StoryboardID
    private let title: String?
    private let tiles: Int
    private let placeholders: Int?
    private let placeholderReasons: [String]?
    private let duration: Timestamp?
    private let bytes: Int
    private let created: String
    private let updated: String

    init(_ entry: CatalogEntry) {
        id = entry.id
        title = entry.title
        tiles = entry.tiles
        placeholders = entry.placeholders?.count
        placeholderReasons = entry.placeholders.flatMap { $0.reasons.isEmpty ? nil : $0.reasons }
        duration = entry.duration
        bytes = entry.bytes
        created = entry.created.ISO8601Format()
        updated = entry.updated.ISO8601Format()
    }

    private enum CodingKeys: String, CodingKey {
        case id, title, tiles, placeholders, bytes, created, updated
        case placeholderReasons = "placeholder_reasons"
        case duration = "duration_ms"
    }
}
