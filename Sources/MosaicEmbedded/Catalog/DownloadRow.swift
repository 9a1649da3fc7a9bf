import Foundation
import GRDB
import Mosaic
import MosaicLibrary

/// A download as a row of `download`.
struct DownloadRow: FetchableRecord {
    static let columns = """
        id, url, username, state, progress, title, path, storyboard, failures, error, created, updated, due, worker, \
        process, url_is_cut
        """
    static let insertion = """
        INSERT INTO download (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    /// Takes ``changes``, and the id.
    static let update = """
        UPDATE download SET url = ?, url_is_cut = ?, state = ?, progress = ?, title = ?, path = ?, storyboard = ?, failures = ?, error = ?,
            updated = ?, due = ?, worker = ?, process = ? WHERE id = ?
        """

    let download: Download

    init(_ download: Download) { self.download = download }

    init(row: Row) throws {
        guard let id = DownloadID(rawValue: try row.decode(String.self, atIndex: 0)) else {
            throw RowFailure(column: "id")
        }
        guard let url = DownloadURL(try row.decode(String.self, atIndex: 1)) else { throw RowFailure(column: "url") }
        guard let state = DownloadState(rawValue: try row.decode(String.self, atIndex: 3)) else {
            throw RowFailure(column: "state")
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

    /// Values for `insertion`.
    var arguments: StatementArguments {
        [
            download.id.rawValue, download.url.text, download.username, download.state.rawValue, download.progress,
            download.title, download.path, download.storyboard?.rawValue, download.failures, download.error,
            download.created.milliseconds, download.updated.milliseconds, download.due.milliseconds, download.worker,
            download.process?.rawValue, download.isURLCut,
        ]
    }

    /// Values for `update`, without the id.
    var changes: StatementArguments {
        [
            download.url.text, download.isURLCut, download.state.rawValue, download.progress, download.title,
            download.path, download.storyboard?.rawValue,
            download.failures, download.error, download.updated.milliseconds, download.due.milliseconds,
            download.worker, download.process?.rawValue,
        ]
    }
}
