import GRDB
import Mosaic
import MosaicSystem
import Synchronization

/// Detects that a catalog's file was removed, replaced or overwritten while it is open: SQLite keeps using the file
/// that it opened, and changes to that are lost.
final class CatalogFileCheck: Sendable {
    private let path: String
    private let file: String
    /// The status of the file when it was last valid.
    private let known: Mutex<FileStatus>

    /// Takes the status of the file at `path`, which is open and valid.
    ///
    /// - Throws: `unavailable` where it does not exist.
    init(path: String, file: String) throws {
        self.path = path
        self.file = file
        guard let status = FileStatus(path: path) else { throw Self.gone(file) }
        known = Mutex(status)
    }

    /// Checks the file's status, and its content where it has changed; that is rare, because changes stay in the log
    /// for long.
    ///
    /// - Throws: `unavailable`.
    func check() throws {
        guard let status = FileStatus(path: path) else { throw Self.gone(file) }
        try known.withLock { known in
            guard status.identity == known.identity else { throw Self.gone(file) }
            guard status.bytes != known.bytes || status.modified != known.modified else { return }
            // SQLite takes an empty file for a new catalog, and removes its log.
            guard status.bytes >= Self.smallest else { throw overwritten }
            try read()
            known = status
        }
    }

    /// SQLite's smallest page.
    private static let smallest = 512

    /// Reads through a new connection, which has none of the file in memory.
    private func read() throws {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.label = "catalog"
        do {
            _ = try DatabaseQueue(path: path, configuration: configuration)
                .read { try Int.fetchOne($0, sql: "SELECT storyboards FROM counter") }
        } catch let error as DatabaseError where [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode) {
            // The process that has the lock has found the file valid.
        } catch let error as DatabaseError
            where [.SQLITE_CANTOPEN, .SQLITE_IOERR, .SQLITE_NOMEM].contains(error.resultCode)
        {
            throw SQLiteFailure.translated(error, file: file)
        } catch {
            throw overwritten
        }
    }

    private var overwritten: MosaicError {
        MosaicError(
            .unavailable, file,
            "Something else was written over it: put a copy back, or move it away and run mosaic repair --library DIR.")
    }

    private static func gone(_ file: String) -> MosaicError {
        MosaicError(
            .unavailable, file,
            "The file is missing or was replaced: put it back, or stop, and run mosaic repair --library DIR.")
    }
}
