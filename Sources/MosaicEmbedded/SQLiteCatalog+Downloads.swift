import Foundation
import GRDB
import Mosaic
package import MosaicLibrary

extension SQLiteCatalog: DownloadLog {
    /// Stores a download, or returns the pending or running download of the same URL and user; nil if the user or all
    /// users have too many of them.
    package func add(
        _ url: DownloadURL, for username: String, waiting: Int, ofUser: Int
    ) async throws -> Download? {
        let now = clock()
        return try await write { database in
            let known = try database.cachedStatement(
                sql: """
                    SELECT \(DownloadRow.columns) FROM download
                    WHERE url = ? AND username = ? AND state IN ('pending', 'downloading')
                    """)
            if let row = try DownloadRow.fetchOne(known, arguments: [url.text, username]) { return row.download }
            let open = "SELECT count(*) FROM download WHERE state IN ('pending', 'downloading')"
            guard try Int.fetchOne(database, sql: open) ?? 0 < waiting else { return nil }
            let own = try Int.fetchOne(database, sql: open + " AND username = ?", arguments: [username])
            guard own ?? 0 < ofUser else { return nil }
            let row = DownloadRow(Download(url, for: username, now: Date(milliseconds: now.milliseconds)))
            try database.cachedStatement(sql: DownloadRow.insertion).execute(arguments: row.arguments)
            try database.execute(
                sql: """
                    DELETE FROM download WHERE number IN (
                        SELECT number FROM download WHERE state IN ('completed', 'failed', 'cancelled')
                        ORDER BY updated DESC, number DESC LIMIT -1 OFFSET ?)
                    """, arguments: [DownloadLimits.kept])
            return row.download
        }
    }

    /// The download with an id; nil if missing.
    package func download(_ id: DownloadID) async throws -> Download? { try look { try Self.download(id, in: $0) } }

    /// Downloads in a state, the last requested first.
    package func downloads(_ state: DownloadState, limit: Int) async throws -> [Download] {
        try await read { database in
            let statement = try database.cachedStatement(
                sql: "SELECT \(DownloadRow.columns) FROM download WHERE state = ? ORDER BY number DESC LIMIT ?")
            return try DownloadRow.fetchAll(statement, arguments: [state.rawValue, limit]).map(\.download)
        }
    }

    /// The number of downloads in each state; states without downloads are missing.
    package func downloadCounts() async throws -> [DownloadState: Int] {
        try await read { database in
            var counts: [DownloadState: Int] = [:]
            for row in try Row.fetchAll(database, sql: "SELECT state, count(*) FROM download GROUP BY state") {
                guard let state = DownloadState(rawValue: try row.decode(String.self, atIndex: 0)) else {
                    throw SQLiteFailure.row("state")
                }
                counts[state] = try row.decode(Int.self, atIndex: 1)
            }
            return counts
        }
    }

    /// Assigns the download that has been due longest to a server; nil if none is due.
    package func beginDownload(by worker: String) async throws -> Download? {
        let now = clock()
        // A server polls several times a second, and in most cases no download is due.
        guard try look({ try Self.due(at: now, in: $0) }) != nil else { return nil }
        return try await write { database in
            guard var download = try Self.due(at: now, in: database) else { return nil }
            download.begin(by: worker, now: now)
            return try Self.store(download, in: database)
        }
    }

    /// Changes a download in one transaction; nil if it is missing, or assigned to a server other than `worker`.
    package func updateDownload(
        _ id: DownloadID, of worker: String?, isProgress: Bool, _ change: @escaping Download.Change
    ) async throws -> Download? {
        let now = clock()
        let changed: Download? = try await write(isProgress ? .unflushed : .flushed) { database in
            guard var download = try Self.download(id, in: database) else { return nil }
            guard worker == nil || download.worker == worker else { return nil }
            change(&download, now)
            return try Self.store(download, in: database)
        }
        if changed?.isURLCut == true { await truncateLog() }
        return changed
    }

    private static func download(_ id: DownloadID, in database: Database) throws -> Download? {
        let statement = try database.cachedStatement(
            sql: "SELECT \(DownloadRow.columns) FROM download WHERE id = ?")
        return try DownloadRow.fetchOne(statement, arguments: [id.rawValue])?.download
    }

    private static func due(at now: Date, in database: Database) throws -> Download? {
        let statement = try database.cachedStatement(
            sql: """
                SELECT \(DownloadRow.columns) FROM download WHERE state = 'pending' AND due <= ?
                ORDER BY due, number LIMIT 1
                """)
        return try DownloadRow.fetchOne(statement, arguments: [now.milliseconds])?.download
    }

    private static func store(_ download: Download, in database: Database) throws -> Download {
        try database.cachedStatement(sql: DownloadRow.update).execute(
            arguments: DownloadRow(download).changes + [download.id.rawValue])
        return download
    }
}

/// A row of the table `download`.
struct DownloadRow: FetchableRecord {
    static let columns = """
        id, url, username, state, progress, title, path, storyboard, failures, error, created, updated, due, worker, \
        process, url_is_cut
        """
    static let insertion = """
        INSERT INTO download (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    /// Takes the values of ``changes``, then the id.
    static let update = """
        UPDATE download SET url = ?, url_is_cut = ?, state = ?, progress = ?, title = ?, path = ?, storyboard = ?, failures = ?, error = ?,
            updated = ?, due = ?, worker = ?, process = ? WHERE id = ?
        """

    let download: Download

    init(_ download: Download) { self.download = download }

    init(row: Row) throws {
        guard let id = DownloadID(rawValue: try row.decode(String.self, atIndex: 0)) else {
            throw SQLiteFailure.row("id")
        }
        guard let url = DownloadURL(try row.decode(String.self, atIndex: 1)) else { throw SQLiteFailure.row("url") }
        guard let state = DownloadState(rawValue: try row.decode(String.self, atIndex: 3)) else {
            throw SQLiteFailure.row("state")
        }
        download = Download(
            id: id, url: url, isURLCut: try row.decode(Bool.self, atIndex: 15),
            username: try row.decode(String.self, atIndex: 2), state: state,
            progress: try row.decode(Int?.self, atIndex: 4), title: try row.decode(String?.self, atIndex: 5),
            path: try row.decode(String?.self, atIndex: 6),
            storyboard: try row.decode(String?.self, atIndex: 7).flatMap(StoryboardID.init(rawValue:)),
            failures: try row.decode(Int.self, atIndex: 8), error: try row.decode(String?.self, atIndex: 9),
            created: Date(milliseconds: try row.decode(Int64.self, atIndex: 10)),
            updated: Date(milliseconds: try row.decode(Int64.self, atIndex: 11)),
            due: Date(milliseconds: try row.decode(Int64.self, atIndex: 12)),
            worker: try row.decode(String?.self, atIndex: 13),
            process: try row.decode(String?.self, atIndex: 14).map(DownloadProcess.init(rawValue:)))
    }

    /// Values for ``insertion``.
    var arguments: StatementArguments {
        [
            download.id.rawValue, download.url.text, download.username, download.state.rawValue, download.progress,
            download.title, download.path, download.storyboard?.rawValue, download.failures, download.error,
            download.created.milliseconds, download.updated.milliseconds, download.due.milliseconds, download.worker,
            download.process?.rawValue, download.isURLCut,
        ]
    }

    /// Values for ``update``, without the id.
    var changes: StatementArguments {
        [
            download.url.text, download.isURLCut, download.state.rawValue, download.progress, download.title,
            download.path, download.storyboard?.rawValue,
            download.failures, download.error, download.updated.milliseconds, download.due.milliseconds,
            download.worker, download.process?.rawValue,
        ]
    }
}
