import GRDB

/// The SQL of the video tables.
enum VideoTables {
    /// `video.modified` is in nanoseconds since 1970. An index for each filter and order makes a page cost the same for
    /// a thousand videos and for a hundred thousand; an empty text in `video_count` stands for all users or genres.
    private static let tables = """
        CREATE TABLE video (
            number INTEGER PRIMARY KEY,
            username TEXT NOT NULL,
            genre TEXT NOT NULL,
            file TEXT NOT NULL,
            bytes INTEGER NOT NULL,
            modified INTEGER NOT NULL,
            inode INTEGER NOT NULL,
            storyboard TEXT
        );
        CREATE UNIQUE INDEX video_by_username_genre_file ON video (username, genre, file);
        CREATE INDEX video_storyboard ON video (storyboard, username, genre, file) WHERE storyboard IS NOT NULL;

        CREATE TABLE video_count (
            username TEXT NOT NULL,
            genre TEXT NOT NULL,
            videos INTEGER NOT NULL,
            bytes INTEGER NOT NULL,
            PRIMARY KEY (username, genre)
        ) WITHOUT ROWID;
        CREATE TABLE video_root (position INTEGER PRIMARY KEY, path TEXT NOT NULL);

        CREATE TRIGGER video_counted AFTER INSERT ON video BEGIN
            INSERT INTO video_count (username, genre, videos, bytes)
                VALUES ('', '', 1, new.bytes), (new.username, '', 1, new.bytes), ('', new.genre, 1, new.bytes),
                    (new.username, new.genre, 1, new.bytes)
                ON CONFLICT (username, genre) DO UPDATE SET videos = videos + 1, bytes = bytes + excluded.bytes;
        END;
        CREATE TRIGGER video_recounted AFTER UPDATE OF bytes ON video WHEN old.bytes != new.bytes BEGIN
            UPDATE video_count SET bytes = bytes + new.bytes - old.bytes
                WHERE username IN ('', old.username) AND genre IN ('', old.genre);
        END;
        CREATE TRIGGER video_discounted AFTER DELETE ON video BEGIN
            UPDATE video_count SET videos = videos - 1, bytes = bytes - old.bytes
                WHERE username IN ('', old.username) AND genre IN ('', old.genre);
            DELETE FROM video_count WHERE username IN ('', old.username) AND genre IN ('', old.genre) AND videos = 0;
        END;
        """

    /// Columns for the order of lists.
    private static let sorted = ["modified", "file", "bytes"]
    /// Combinations of columns for the filters of lists.
    private static let filters = [[], ["username"], ["genre"], ["username", "genre"]]

    /// The name of the index for a filter and an order.
    static func index(_ filter: [String], _ order: String) -> String {
        "video_by_" + (filter + [order]).joined(separator: "_")
    }

    /// Creates the tables and their indexes.
    static func make(in database: Database) throws {
        try database.execute(sql: tables)
        for filter in filters {
            // The unique index serves the order by file within a user and genre.
            for order in sorted where filter.count < 2 || order != "file" {
                let columns = (filter + [order]).joined(separator: ", ")
                try database.execute(sql: "CREATE INDEX \(index(filter, order)) ON video (\(columns))")
            }
        }
        try TextSearch.makeIndex(of: .videos, in: database)
    }

    /// Recounts all videos.
    static let recount = """
        DELETE FROM video_count;
        INSERT INTO video_count (username, genre, videos, bytes)
            SELECT username, genre, count(*), sum(bytes) FROM video GROUP BY username, genre;
        INSERT INTO video_count (username, genre, videos, bytes)
            SELECT username, '', sum(videos), sum(bytes) FROM video_count GROUP BY username
            UNION ALL SELECT '', genre, sum(videos), sum(bytes) FROM video_count GROUP BY genre
            UNION ALL SELECT '', '', videos, bytes
                FROM (SELECT sum(videos) AS videos, sum(bytes) AS bytes FROM video_count) WHERE videos > 0;
        """
}
