import GRDB
import Mosaic
package import MosaicLibrary

extension SQLiteCatalog {
    /// A page of videos. O(offset); a search costs as much as it finds, one for one or two characters reads every name.
    ///
    /// - Throws: `unavailable`, `malformed` where the file is damaged.
    package func videos(_ query: VideoQuery) async throws -> VideoPage {
        try await read { database in
            guard let list = try VideoList(query, in: database) else { return .empty }
            return VideoPage(videos: try list.videos(in: database), total: try list.total(in: database))
        }
    }
}

/// The videos that a query finds.
private struct VideoList {
    private let query: VideoQuery
    private let filter: [String]
    private let search: TextSearch?

    /// Nil where it can find none.
    init?(_ query: VideoQuery, in database: Database) throws {
        // In the counts an empty name stands for all.
        guard query.username != "", query.genre != "" else { return nil }
        self.query = query
        filter = (query.username == nil ? [] : ["username"]) + (query.genre == nil ? [] : ["genre"])
        guard let text = query.search, !text.isEmpty else {
            search = nil
            return
        }
        let hasIndex = try database.tableExists(TextSearch.Target.videos.index)
        guard let search = TextSearch(text, in: .videos, hasIndex: hasIndex) else { return nil }
        self.search = search
    }

    private var filterValues: [String] { [query.username, query.genre].compactMap(\.self) }

    private var condition: String {
        let conditions = filter.map { "\($0) = ?" } + [search?.condition].compactMap(\.self)
        return conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
    }

    private var arguments: StatementArguments {
        StatementArguments(filterValues) + (search?.arguments ?? StatementArguments())
    }

    private var order: (column: String, isDescending: Bool) {
        switch query.order {
        case .newest: ("modified", true)
        case .oldest: ("modified", false)
        case .name: ("file", false)
        case .size: ("bytes", true)
        }
    }

    func videos(in database: Database) throws -> [VideoPage.Video] {
        let (column, isDescending) = order
        let direction = isDescending ? "DESC" : "ASC"
        // Without a search the index alone finds the page, and skips what is before it.
        let index = search == nil ? "INDEXED BY \(VideoTables.index(filter, column))" : ""
        let statement = try database.cachedStatement(
            sql: """
                SELECT video.username || '/' || video.genre || '/' || video.file, bytes, modified, storyboard,
                    storyboard IS NOT NULL AND EXISTS (
                        SELECT 1 FROM video AS other WHERE other.storyboard = video.storyboard
                            AND (other.username, other.genre, other.file) < (video.username, video.genre, video.file))
                FROM (
                    SELECT number AS listed FROM video \(index) \(condition)
                    ORDER BY \(column) \(direction), number \(direction) LIMIT ? OFFSET ?
                ) CROSS JOIN video ON number = listed
                ORDER BY video.\(column) \(direction), number \(direction)
                """)
        let page: StatementArguments = [min(max(query.limit, 1), VideoQuery.maximumLimit), max(query.offset, 0)]
        return try Row.fetchAll(statement, arguments: arguments + page).map { row in
            guard let path = VideoPath(rawValue: try row.decode(String.self, atIndex: 0)) else {
                throw RowFailure(column: "file")
            }
            let isSecond = try row.decode(Bool.self, atIndex: 4)
            let id = try row.decode(String?.self, atIndex: 3).flatMap(StoryboardID.init(rawValue:))
            let (seconds, rest) = try row.decode(Int64.self, atIndex: 2).quotientAndRemainder(dividingBy: 1_000_000_000)
            return VideoPage.Video(
                path: path, bytes: try row.decode(Int.self, atIndex: 1),
                modified: rest < 0 ? seconds - 1 : seconds, storyboard: isSecond ? nil : id)
        }
    }

    func total(in database: Database) throws -> Int {
        guard search == nil else {
            let statement = try database.cachedStatement(sql: "SELECT count(*) FROM video \(condition)")
            return try Int.fetchOne(statement, arguments: arguments) ?? 0
        }
        let statement = try database.cachedStatement(
            sql: "SELECT videos FROM video_count WHERE username = ? AND genre = ?")
        return try Int.fetchOne(statement, arguments: [query.username ?? "", query.genre ?? ""]) ?? 0
    }
}
