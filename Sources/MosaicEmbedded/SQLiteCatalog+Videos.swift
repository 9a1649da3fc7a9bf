import GRDB
package import Mosaic
package import MosaicLibrary

extension SQLiteCatalog: VideoIndex {
    /// The number and size of the videos of each user and genre, in the byte order of these names.
    ///
    /// - Throws: `unavailable`, `malformed` if the file is damaged; like every function here. Changes also throw
    ///   `refused` if the catalog was opened only for reading.
    package func videoFolders() async throws -> [VideoFolderSize] {
        try await read { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT username, genre, videos, bytes FROM video_count WHERE username != '' AND genre != ''
                    ORDER BY username, genre
                    """)
            return try rows.map { row in
                VideoFolderSize(
                    folder: VideoFolder(
                        username: try row.decode(String.self, atIndex: 0),
                        genre: try row.decode(String.self, atIndex: 1)),
                    videos: try row.decode(Int.self, atIndex: 2), bytes: try row.decode(Int.self, atIndex: 3))
            }
        }
    }

    /// The film of a storyboard, the first by path if there are several; nil if there is none.
    package func film(of id: StoryboardID) async throws -> VideoPath? {
        try look { database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT username || '/' || genre || '/' || file FROM video WHERE storyboard = ?
                    ORDER BY username, genre, file LIMIT 1
                    """)
            return try String.fetchOne(statement, arguments: [id.rawValue]).flatMap(VideoPath.init(rawValue:))
        }
    }

    /// A page of the indexed files of a folder, sorted by the bytes of their names.
    package func videoFiles(in folder: VideoFolder, after last: String?, limit: Int) async throws -> [VideoFile] {
        try await read { database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT file, bytes, modified, inode FROM video WHERE username = ? AND genre = ? AND file > ?
                    ORDER BY file LIMIT ?
                    """)
            // The empty name precedes every file name.
            let rows = try Row.fetchAll(
                statement, arguments: [folder.username, folder.genre, last ?? "", min(max(limit, 1), 10_000)])
            return try rows.map { row in
                VideoFile(
                    name: try row.decode(String.self, atIndex: 0), bytes: try row.decode(Int.self, atIndex: 1),
                    modified: try row.decode(Int64.self, atIndex: 2),
                    inode: UInt64(bitPattern: try row.decode(Int64.self, atIndex: 3)))
            }
        }
    }

    /// Stores files of a folder and removes the files `names`, in one transaction that a power loss may undo.
    package func change(_ folder: VideoFolder, storing files: [VideoFile], removing names: [String]) async throws {
        try await write(.unflushed) { database in
            let removal = try database.cachedStatement(
                sql: "DELETE FROM video WHERE username = ? AND genre = ? AND file = ?")
            for name in names { try removal.execute(arguments: [folder.username, folder.genre, name]) }
            let insertion = try database.cachedStatement(
                sql: """
                    INSERT INTO video (username, genre, file, bytes, modified, inode, storyboard) VALUES (?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (username, genre, file) DO UPDATE SET bytes = excluded.bytes,
                        modified = excluded.modified, inode = excluded.inode
                    """)
            for file in files {
                try insertion.execute(arguments: [
                    folder.username, folder.genre, file.name, file.bytes, file.modified,
                    Int64(bitPattern: file.inode), folder.path(of: file.name)?.storyboard?.rawValue,
                ])
            }
        }
    }

    /// The absolute paths of the roots from which the index was last built, in order.
    package func videoRoots() async throws -> [String] {
        try await read { try String.fetchAll($0, sql: "SELECT path FROM video_root ORDER BY position") }
    }

    /// Records the roots from which the index is built.
    package func setVideoRoots(_ paths: [String]) async throws {
        guard try await videoRoots() != paths else { return }
        try await write { database in
            try database.execute(sql: "DELETE FROM video_root")
            for path in paths {
                try database.execute(sql: "INSERT INTO video_root (path) VALUES (?)", arguments: [path])
            }
        }
    }

    /// Recounts all videos and rebuilds the index of their names.
    package func recountVideos() async throws {
        try await write { database in
            try database.execute(sql: VideoTables.recount)
            let index = TextSearch.Target.videos.index
            guard try database.tableExists(index) else { return }
            try database.execute(sql: "INSERT INTO \(index) (\(index)) VALUES ('rebuild')")
        }
    }
}

extension SQLiteCatalog {
    /// A page of videos. O(offset). A search takes time in proportion to the matches; a search for one or two
    /// characters reads all names.
    ///
    /// - Throws: `unavailable`, `malformed` if the file is damaged.
    package func videos(_ query: VideoQuery) async throws -> VideoPage {
        try await read { database in
            guard let list = try VideoList(query, in: database) else { return .empty }
            return VideoPage(videos: try list.videos(in: database), total: try list.total(in: database))
        }
    }
}

/// The videos that a query selects.
private struct VideoList {
    private let query: VideoQuery
    private let filter: [String]
    private let search: TextSearch?

    /// Nil if no video can match.
    init?(_ query: VideoQuery, in database: Database) throws {
        // In the counts, an empty name stands for all users or genres.
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
        // Without a search, the index alone finds the page and skips the rows before it.
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
                throw SQLiteFailure.row("file")
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
