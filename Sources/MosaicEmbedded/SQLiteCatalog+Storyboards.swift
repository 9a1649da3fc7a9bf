package import Foundation
import GRDB
package import Mosaic
package import MosaicLibrary

extension SQLiteCatalog {
    /// Stores an entry. An entry of the same id is replaced, except for its time of creation.
    ///
    /// - Throws: `unavailable`, `malformed` if the file is damaged; like every function here. Changes also throw
    ///   `refused` if the catalog was opened only for reading.
    package func put(_ entry: CatalogEntry) async throws {
        let row = EntryRow(entry)
        try await write { database in
            try database.cachedStatement(sql: EntryRow.insertion).execute(arguments: row.arguments)
        }
    }

    /// The entry of a storyboard; nil if missing.
    package func entry(of id: StoryboardID) async throws -> CatalogEntry? {
        try look { try Self.entry(of: id, in: $0) }
    }

    /// A storyboard's entry and its job, read in two statements.
    package func status(of id: StoryboardID) async throws -> StoryboardStatus {
        try look { StoryboardStatus(entry: try Self.entry(of: id, in: $0), job: try Self.job(of: id, in: $0)) }
    }

    private static func entry(of id: StoryboardID, in database: Database) throws -> CatalogEntry? {
        let statement = try database.cachedStatement(
            sql: "SELECT \(EntryRow.columns) FROM storyboard WHERE id = ?")
        return try EntryRow.fetchOne(statement, arguments: [id.rawValue])?.entry
    }

    /// A page of entries. O(offset); a search for one or two characters, or without a text index, reads all entries.
    package func entries(_ query: CatalogQuery) async throws -> CatalogPage {
        let hasIndex = hasTextIndex
        var search: TextSearch?
        if let text = query.search, !text.isEmpty {
            guard let found = TextSearch(text, hasIndex: hasIndex) else { return CatalogPage(entries: [], total: 0) }
            search = found
        }
        return try await read { [search] database in
            let entries = try Self.entries(query, search, in: database)
            return CatalogPage(entries: entries, total: try Self.total(search, in: database))
        }
    }

    /// Storyboards made of a source, sorted by id; read from an index.
    package func storyboards(madeOf source: SourceQuery) async throws -> [StoryboardID] {
        let (condition, arguments): (String, StatementArguments) =
            switch source {
            case .path(let hash): ("source = ?", [hash])
            case .name(let name): ("source_name = ?", [name])
            }
        return try look { database in
            let statement = try database.cachedStatement(
                sql: "SELECT id FROM storyboard WHERE \(condition) ORDER BY id")
            return try String.fetchAll(statement, arguments: arguments).compactMap(StoryboardID.init(rawValue:))
        }
    }

    /// Removes a storyboard's entry and its job; returns whether either existed.
    @discardableResult
    package func remove(_ id: StoryboardID) async throws -> Bool {
        try await write { database in
            var removed = 0
            for sql in ["DELETE FROM storyboard WHERE id = ?", "DELETE FROM job WHERE storyboard = ?"] {
                try database.cachedStatement(sql: sql).execute(arguments: [id.rawValue])
                removed += database.changesCount
            }
            return removed > 0
        }
    }

    /// Removes a storyboard's entry and keeps its job.
    package func removeEntry(_ id: StoryboardID) async throws {
        try await write { database in
            try database.cachedStatement(sql: "DELETE FROM storyboard WHERE id = ?").execute(arguments: [id.rawValue])
        }
    }

    /// The number of storyboards with placeholders, and the number of placeholders; read from an index.
    package func placeholderTotals() async throws -> PlaceholderTotals {
        try await read { database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT count(*), coalesce(sum(placeholders), 0)
                    FROM storyboard INDEXED BY storyboard_placeholders WHERE placeholders > 0
                    """)
            let row = try Row.fetchOne(statement)
            return PlaceholderTotals(
                storyboards: try row?.decode(Int.self, atIndex: 0) ?? 0,
                tiles: try row?.decode(Int.self, atIndex: 1) ?? 0)
        }
    }

    private static func entries(
        _ query: CatalogQuery, _ search: TextSearch?, in database: Database
    ) throws -> [CatalogEntry] {
        let order =
            switch query.order {
            case .newest: "updated DESC, id"
            case .oldest: "created, id"
            case .id: "id"
            }
        let page = Page(limit: query.limit, offset: query.offset)
        let condition = search.map { "WHERE \($0.condition)" } ?? ""
        let statement = try database.cachedStatement(
            sql: "SELECT \(EntryRow.columns) FROM storyboard \(condition) ORDER BY \(order) LIMIT ? OFFSET ?")
        return try EntryRow.fetchAll(statement, arguments: (search?.arguments ?? []) + page.arguments).map(\.entry)
    }

    private static func total(_ search: TextSearch?, in database: Database) throws -> Int {
        guard let search else {
            let statement = try database.cachedStatement(sql: "SELECT storyboards FROM counter")
            return try Int.fetchOne(statement) ?? 0
        }
        let statement = try database.cachedStatement(
            sql: "SELECT count(*) FROM storyboard WHERE \(search.condition)")
        return try Int.fetchOne(statement, arguments: search.arguments) ?? 0
    }
}

/// Limit and offset of a page, clamped to the valid range.
struct Page {
    let arguments: StatementArguments

    init(limit: Int, offset: Int) {
        arguments = [min(max(limit, 1), CatalogQuery.maximumLimit), max(offset, 0)]
    }
}

extension SQLiteCatalog {
    /// Stores an entry, and notes since when the storyboard has retired objects; nil notes nothing.
    package func put(_ entry: CatalogEntry, retiredSince since: Date?) async throws {
        let row = EntryRow(entry)
        try await write { database in
            try database.cachedStatement(sql: EntryRow.insertion).execute(arguments: row.arguments)
            if let since { try Self.note(entry.id, since: since, in: database) }
        }
    }

    /// Notes since when a storyboard has retired objects, unless an earlier time is noted.
    package func noteRetired(_ id: StoryboardID, since: Date) async throws {
        try await write { try Self.note(id, since: since, in: $0) }
    }

    /// Sets the time since which a storyboard has retired objects; nil if it has none.
    package func setRetired(_ id: StoryboardID, since: Date?) async throws {
        try await write { database in
            try database.cachedStatement(sql: "DELETE FROM retired WHERE storyboard = ?").execute(arguments: [
                id.rawValue
            ])
            if let since { try Self.note(id, since: since, in: database) }
        }
    }

    /// Storyboards with objects that were retired at `end` or before, sorted by that time, then by id. Begins after
    /// `last`.
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
                    throw SQLiteFailure.row("storyboard")
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
