import Foundation
import GRDB
import Mosaic
import MosaicLibrary
import WebVTT

/// An entry as a row of `storyboard`.
struct EntryRow: StoredRow {
    static let columns = """
        id, title, tiles, duration, bytes, created, updated, fingerprint, placeholders, placeholder_reasons, source,
        source_name
        """
    static let insertion = """
        INSERT INTO storyboard (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET title = excluded.title, tiles = excluded.tiles, duration = excluded.duration,
            bytes = excluded.bytes, updated = excluded.updated, fingerprint = excluded.fingerprint,
            placeholders = excluded.placeholders, placeholder_reasons = excluded.placeholder_reasons,
            source = excluded.source, source_name = excluded.source_name
        """

    let entry: CatalogEntry

    init(_ entry: CatalogEntry) { self.entry = entry }

    init(_ columns: StoredColumns) throws {
        guard let id = StoryboardID(rawValue: try columns.value(0)) else { throw RowFailure(column: "id") }
        let fingerprint: String? = try columns.optional(7)
        entry = CatalogEntry(
            id: id, title: try columns.optional(1), tiles: try columns.value(2),
            duration: try columns.optional(3).map(Timestamp.init(milliseconds:)), bytes: try columns.value(4),
            created: Date(milliseconds: try columns.value(5)), updated: Date(milliseconds: try columns.value(6)),
            fingerprint: fingerprint.flatMap(ContentHash.init(hexadecimal:)),
            placeholders: try Self.placeholders(columns), source: try Self.source(columns))
    }

    private static func source(_ columns: StoredColumns) throws -> RecordedSource? {
        let hash: String? = try columns.optional(10)
        let name: String? = try columns.optional(11)
        guard let path = hash.flatMap(ContentHash.init(hexadecimal:)), let name else { return nil }
        return RecordedSource(name: name, path: path)
    }

    private static func placeholders(_ columns: StoredColumns) throws -> Placeholders {
        let reasons: String? = try columns.optional(9)
        return Placeholders(
            count: try columns.value(8),
            reasons: try reasons.map { try JSONDecoder().decode([String].self, from: Data($0.utf8)) } ?? [])
    }

    /// Reasons may contain any character but NUL.
    private var reasons: String? {
        let reasons = entry.placeholders.reasons
        guard !reasons.isEmpty, let text = try? JSONEncoder().encode(reasons) else { return nil }
        return String(decoding: text, as: UTF8.self)
    }

    /// Values for `insertion`.
    var arguments: StatementArguments {
        [
            entry.id.rawValue, entry.title, entry.tiles, entry.duration?.milliseconds, entry.bytes,
            entry.created.milliseconds, entry.updated.milliseconds, entry.fingerprint?.hexadecimal(),
            entry.placeholders.count, reasons, entry.source?.path.hexadecimal(), entry.source?.name,
        ]
    }
}
