import GRDB
package import Mosaic
package import MosaicLibrary

extension SQLiteCatalog: VideoIndex {
    /// The number of videos of each user and genre, in the order of their bytes.
    ///
    /// - Throws: `unavailable`, `malformed` if the file is damaged; so does every function here.
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

    /// The film that a storyboard is made of; nil where there is none.
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

    /// Indexed files of a folder, in the order of their names' bytes.
    package func videoFiles(in folder: VideoFolder, after last: String?, limit: Int) async throws -> [VideoFile] {
        try await read { database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT file, bytes, modified, inode FROM video WHERE username = ? AND genre = ? AND file > ?
                    ORDER BY file LIMIT ?
                    """)
            // No name is empty.
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

    /// Stores files of a folder and removes others, in one transaction that a power loss may undo.
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

    /// The absolute paths of the roots that the index was made from last, in their order.
    package func videoRoots() async throws -> [String] {
        try await read { try String.fetchAll($0, sql: "SELECT path FROM video_root ORDER BY position") }
    }

    /// Records the roots that the index is made from.
    package func setVideoRoots(_ paths: [String]) async throws {
        guard try await videoRoots() != paths else { return }
        try await write { database in
            try database.execute(sql: "DELETE FROM video_root")
            for path in paths {
                try database.execute(sql: "INSERT INTO video_root (path) VALUES (?)", arguments: [path])
            }
        }
    }

    /// Counts all videos again, and makes the index of their names anew.
    package func recountVideos() async throws {
        try await write { database in
            try database.execute(sql: VideoTables.recount)
            let index = TextSearch.Target.videos.index
            guard try database.tableExists(index) else { return }
            try database.execute(sql: "INSERT INTO \(index) (\(index)) VALUES ('rebuild')")
        }
    }
}
