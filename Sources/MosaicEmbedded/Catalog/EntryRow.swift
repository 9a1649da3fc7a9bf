import Foundation
import GRDB
import Mosaic
import MosaicLibrary
import WebVTT

/// An entry as a row of `storyboard`.
struct EntryRow: FetchableRecord {
    static let columns = """
        id, title, tiles, duration, bytes, created, updated, fingerprint, placeholders, placeholder_reasons
        """
    static let insertion = """
        INSERT INTO storyboard (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET title = excluded.title, tiles = excluded.tiles, duration = excluded.duration,
            bytes = excluded.bytes, updated = excluded.updated, fingerprint = excluded.fingerprint,
            placeholders = excluded.placeholders, placeholder_reasons = excluded.placeholder_reasons
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
            fingerprint: fingerprint.flatMap(ContentHash.init(hexadecimal:)), placeholders: try Self.placeholders(row))
    }

    private static func placeholders(_ row: Row) throws -> Placeholders? {
        guard let count = try row.decode(Int?.self, atIndex: 8) else { return nil }
        let reasons = try row.decode(String?.self, atIndex: 9)
        return Placeholders(
            count: count,
            reasons: try reasons.map { try JSONDecoder().decode([String].self, from: Data($0.utf8)) } ?? [])
    }

    /// Reasons may contain any character but NUL.
    private var reasons: String? {
        guard let reasons = entry.placeholders?.reasons, !reasons.isEmpty,
            let text = try? JSONEncoder().encode(reasons)
        else { return nil }
        return String(decoding: text, as: UTF8.self)
    }

    /// Values for `insertion`.
    var arguments: StatementArguments {
        [
            entry.id.rawValue, entry.title, entry.tiles, entry.duration?.milliseconds, entry.bytes,
            entry.created.milliseconds, entry.updated.milliseconds, entry.fingerprint?.hexadecimal(),
            entry.placeholders?.count, reasons,
        ]
    }
}
