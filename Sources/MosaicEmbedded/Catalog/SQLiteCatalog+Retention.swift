package import Foundation
import GRDB
package import Mosaic
package import MosaicLibrary

extension SQLiteCatalog {
    /// Stores an entry, and takes note that something of the storyboard is retired since a moment; nil says nothing new.
    package func put(_ entry: CatalogEntry, retiredSince since: Date?) async throws {
        let row = EntryRow(entry)
        try await write { database in
            try database.cachedStatement(sql: EntryRow.insertion).execute(arguments: row.arguments)
            if let since { try Self.note(entry.id, since: since, in: database) }
        }
    }

    /// Takes note that something of a storyboard is retired since a moment, unless it is known to be for longer.
    package func noteRetired(_ id: StoryboardID, since: Date) async throws {
        try await write { try Self.note(id, since: since, in: $0) }
    }

    /// Says since when something of a storyboard is retired, whatever was known of it; nil where nothing is.
    package func setRetired(_ id: StoryboardID, since: Date?) async throws {
        try await write { database in
            try database.cachedStatement(sql: "DELETE FROM retired WHERE storyboard = ?").execute(arguments: [
                id.rawValue
            ])
            if let since { try Self.note(id, since: since, in: database) }
        }
    }

    /// Storyboards of which something is retired since `end` or longer, that for the longest first, and by id.
    package func retired(
        until end: Date, after last: RetiredStoryboard?, limit: Int
    ) async throws -> [RetiredStoryboard] {
        let page = Page(limit: limit, offset: 0)
        return try await read { database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT storyboard, since FROM retired WHERE since <= ? AND (since, storyboard) > (?, ?)
                    ORDER BY since, storyboard LIMIT ? OFFSET ?
                    """)
            let bounds: StatementArguments = [
                end.milliseconds, last?.since.milliseconds ?? .min, last?.id.rawValue ?? "",
            ]
            return try Row.fetchAll(statement, arguments: bounds + page.arguments).map { row in
                guard let id = StoryboardID(rawValue: try row.decode(String.self, atIndex: 0)) else {
                    throw RowFailure(column: "storyboard")
                }
                return RetiredStoryboard(id: id, since: Date(milliseconds: try row.decode(Int64.self, atIndex: 1)))
            }
        }
    }

    private static func note(_ id: StoryboardID, since: Date, in database: Database) throws {
        let statement = try database.cachedStatement(
            sql: """
                INSERT INTO retired (storyboard, since) VALUES (?, ?)
                ON CONFLICT (storyboard) DO UPDATE SET since = min(since, excluded.since)
                """)
        try statement.execute(arguments: [id.rawValue, since.milliseconds])
    }
}
