import Foundation
import ImageHeaders
import Mosaic
import MosaicConsole
import WebVTT

/// All that is known of one storyboard of a library: of its record, and of its job.
struct StoryboardFacts: Encodable {
    /// What there is when it is published.
    private struct Publication: Encodable {
        let title: String?
        let tiles: Int
        let placeholders: Int
        let placeholderReasons: [String]?
        let duration: Timestamp?
        let tileSize: String
        let grid: String
        let bytes: Int
        let sheets: [Sheet]
        let created: String?
        let updated: String?
        let track: String
        let record: String

        enum CodingKeys: String, CodingKey {
            case title, tiles, placeholders, grid, bytes, sheets, created, updated, track, record
            case placeholderReasons = "placeholder_reasons"
            case duration = "duration_ms"
            case tileSize = "tile_size"
        }
    }

    private let id: StoryboardID
    private let publication: Publication?
    private let job: JobFacts?

    /// Nil where there is neither record nor job.
    ///
    /// - Parameter folder: The library's.
    init?(_ id: StoryboardID, record: Storyboard?, entry: CatalogEntry?, job: Job?, folder: String) {
        guard record != nil || job != nil else { return nil }
        self.id = id
        self.job = job.map { JobFacts($0) }
        publication = record.map { storyboard in
            let placeholders = storyboard.placeholders
            return Publication(
                title: storyboard.title, tiles: storyboard.tiles.count,
                placeholders: placeholders.count,
                placeholderReasons: placeholders.reasons.isEmpty ? nil : placeholders.reasons,
                duration: storyboard.duration,
                tileSize: storyboard.geometry.tile.description, grid: storyboard.geometry.grid.description,
                bytes: storyboard.sheets.reduce(0) { $0 + $1.bytes }, sheets: storyboard.sheets,
                created: entry?.created.ISO8601Format(), updated: entry?.updated.ISO8601Format(),
                track: "\(folder)/\(id)/\(Storyboard.trackName)", record: "\(folder)/\(id)/\(Storyboard.recordName)")
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encodeIfPresent(job, forKey: .job)
        try publication?.encode(to: encoder)
    }

    private enum CodingKeys: String, CodingKey {
        case id, job
    }

    /// One line for each fact.
    var lines: [String] {
        var facts: [(String, String)] = [("id", id.rawValue)]
        if let publication {
            let gray = publication.placeholders > 0 ? ", \(publication.placeholders) of them placeholders" : ""
            facts += [
                ("title", publication.title ?? "-"),
                ("tiles", "\(publication.tiles) of \(publication.tileSize)\(gray)"),
            ]
            facts += (publication.placeholderReasons ?? []).map { ("gray", $0) }
            facts += [
                ("duration", publication.duration?.description ?? "-"),
                ("sheets", "\(publication.sheets.count), \(publication.grid), \(ByteCount(publication.bytes))"),
                ("created", publication.created ?? "-"), ("updated", publication.updated ?? "-"),
                ("track", publication.track), ("record", publication.record),
            ]
        } else {
            facts.append(("track", "not published yet"))
        }
        if let job { facts.append(("job", job.sentence)) }
        return facts.map { name, fact in
            name + String(repeating: " ", count: 10 - name.count) + TerminalText.harmless(fact)
        }
    }
}
