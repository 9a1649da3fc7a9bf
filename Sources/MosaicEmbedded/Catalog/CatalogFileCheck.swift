import GRDB
import Mosaic
import MosaicFiles
import Synchronization

/// Notices that a catalog's file was taken away, replaced or overwritten while it is open: SQLite goes on with what it
/// opened, and nobody would ever find what it changes there.
final class CatalogFileCheck: Sendable {
    private let path: String
    private let file: String
    /// What the file was like when it was in order.
    private let known: Mutex<FileStatus>

    /// Looks at the file at `path`, which is open and in order.
    ///
    /// - Throws: `unavailable` where it is gone.
    init(path: String, file: String) throws {
        self.path = path
        self.file = file
        guard let status = FileStatus(path: path) else { throw Self.gone(file) }
        known = Mutex(status)
    }

    /// Looks at the file, and into it where it was changed: that is seldom, because changes lie in the log for long.
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

    /// The least that SQLite makes of a page.
    private static let smallest = 512

    /// Reads by a connection of its own, which has nothing of the file in memory.
    private func read() throws {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.label = "catalog"
        do {
            _ = try DatabaseQueue(path: path, configuration: configuration)
                .read { try Int.fetchOne($0, sql: "SELECT storyboards FROM counter") }
        } catch let error as DatabaseError where [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode) {
            // Who is at it now has found it in order.
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
            "Something else was written over it: put a copy back, or move it away and run mosaic repair --data DIR.")
    }

    private static func gone(_ file: String) -> MosaicError {
        MosaicError(
            .unavailable, file,
            "The file is gone or another one has its place: put it back, or stop, and run mosaic repair --data DIR.")
    }
}
