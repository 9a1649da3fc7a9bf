package import Foundation
import GRDB
package import Mosaic
package import MosaicLibrary

extension SQLiteCatalog {
    /// Stores an entry, and notes that objects of the storyboard are retired since a moment; nil notes nothing.
    package func put(_ entry: CatalogEntry, retiredSince since: Date?) async throws {
        let row = EntryRow(entry)
        try await write { database in
            try database.cachedStatement(sql: EntryRow.insertion).execute(arguments: row.arguments)
            if let since { try Self.note(entry.id, since: since, in: database) }
        }
    }

    /// Notes that objects of a storyboard are retired since a moment, unless an earlier one is noted.
    package func noteRetired(_ id: StoryboardID, since: Date) async throws {
        try await write { try Self.note(id, since: since, in: $0) }
    }

    /// Sets the moment since which objects of a storyboard are retired; nil where none are.
    package func setRetired(_ id: StoryboardID, since: Date?) async throws {
        try await write { database in
            try database.cachedStatement(sql: "DELETE FROM retired WHERE storyboard = ?").execute(arguments: [
                id.rawValue
            ])
            if let since { try Self.note(id, since: since, in: database) }
        }
    }

    /// Storyboards with objects that were retired at `end` or before, sorted by that time, then by id.
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
