import Foundation
import GRDB
import Mosaic
import WebVTT

/// An entry as a row of `storyboard`.
struct EntryRow: FetchableRecord {
    static let columns = "id, title, tiles, duration, bytes, created, updated, fingerprint"
    static let insertion = """
        INSERT INTO storyboard (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET title = excluded.title, tiles = excluded.tiles, duration = excluded.duration,
            bytes = excluded.bytes, updated = excluded.updated, fingerprint = excluded.fingerprint
        """

    let entry: CatalogEntry

    init(_ entry: CatalogEntry) { self.entry = entry }

    init(row: Row) throws {
        let fingerprint = try row.decode(String?.self, atIndex: 7)
        guard let id = StoryboardID(rawValue: try row.decode(String.self, atIndex: 0)) else {
            throw RowFailure(column: "id")
        }
        entry = CatalogEntry(
            id: id, title: try row.decode(String?.self, atIndex: 1), tiles: try row.decode(Int.self, atIndex: 2),
            duration: try row.decode(Int64?.self, atIndex: 3).map(Timestamp.init(milliseconds:)),
            bytes: try row.decode(Int.self, atIndex: 4),
            created: Date(milliseconds: try row.decode(Int64.self, atIndex: 5)),
            updated: Date(milliseconds: try row.decode(Int64.self, atIndex: 6)),
            fingerprint: fingerprint.flatMap(ContentHash.init(hexadecimal:)))
    }

    /// Values for `insertion`.
    var arguments: StatementArguments {
        [
            entry.id.rawValue, entry.title, entry.tiles, entry.duration?.milliseconds, entry.bytes,
            entry.created.milliseconds, entry.updated.milliseconds, entry.fingerprint?.hexadecimal(),
        ]
    }
}
