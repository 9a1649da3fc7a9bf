import Foundation
import GRDB
import Mosaic
import MosaicSystem
import Synchronization

/// Reads a catalog in a file or folder without write permission. Creates no files.
///
/// SQLite would create a log next to a file that no process has open, so this opens the file as immutable. If the file
/// changes nevertheless, its status shows the change. Then the result is discarded, and the file is opened and read
/// again.
final class ReadOnlyCatalog: Sendable {
    private struct Opening: Sendable {
        let pool: DatabasePool
        let state: CatalogFileState
    }

    /// Maximum time of retries while another process opens, closes or changes the file.
    private static let timeout = Duration.seconds(2)

    private let path: String
    private let file: String
    private let opening: Mutex<Opening>

    /// Opens the file at `path`; `file` is its name in errors.
    ///
    /// - Throws: `refused`, `unsupported`, `unavailable`, or an error of SQLite.
    init(path: String, file: String) throws {
        self.path = path
        self.file = file
        opening = Mutex(try Self.opened(path, file: file))
    }

    /// Reads in one transaction on the caller's thread.
    ///
    /// - Parameter body: Called again if the file has changed during the read.
    func look<Value>(_ body: (Database) throws -> Value) throws -> Value {
        let end = ContinuousClock.now + Self.timeout
        while true {
            let opening = opening.withLock { $0 }
            let result = Result { try opening.pool.read(body) }
            if opening.state == .shared || opening.state == CatalogFileState(path: path) { return try result.get() }
            guard ContinuousClock.now < end else {
                throw MosaicError(.unavailable, file, "It is changed more often than it can be read.")
            }
            try self.opening.withLock {
                // Another task may have reopened the file in the meantime.
                if $0.pool === opening.pool { $0 = try Self.opened(path, file: file) }
            }
        }
    }

    /// Reads in one transaction, on a thread that may block.
    func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await withTaskExecutorPreference(BlockingExecutor.shared) { try self.look(body) }
    }

    private static func opened(_ path: String, file: String) throws -> Opening {
        let migrations = CatalogMigrations(file: file)
        let end = ContinuousClock.now + timeout
        while true {
            let state = CatalogFileState(path: path)
            do {
                let pool = try DatabasePool(path: location(path, state, file: file), configuration: configuration)
                try pool.read { try migrations.check($0) }
                return Opening(pool: pool, state: state)
            } catch {
                // Waits until another process has finished opening or closing the file.
                guard state == .cut || state != CatalogFileState(path: path), ContinuousClock.now < end else {
                    throw error
                }
                Thread.sleep(forTimeInterval: 0.01)
            }
        }
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = WriterLock.busyMode
        configuration.label = "catalog"
        return configuration
    }

    /// The path or URI for SQLite; see https://www.sqlite.org/uri.html.
    private static func location(_ path: String, _ state: CatalogFileState, file: String) throws -> String {
        switch state {
        case .shared: return path
        case .still:
            let escaped = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
            return "file://\(escaped)?immutable=1"
        case .cut:
            throw MosaicError(
                .unavailable, file,
                "Its last changes lie in a log that cannot be read from here: open it once where it can be written.")
        }
    }
}

/// State of a catalog's file, which determines how the file can be read without write permission. The state depends on
/// the log and its index in the same folder.
///
/// SQLite creates a log and its index when it opens the file, and removes them when the last process closes it:
/// https://www.sqlite.org/wal.html#read_only_databases.
enum CatalogFileState: Hashable, Sendable {
    /// Log and index exist, so the file can be read concurrently with writers.
    case shared
    /// No process has the file open. The file's status shows later changes; nil if the file is missing.
    case still(FileStatus?)
    /// A log with changes exists without its index, which only a process with write permission can create.
    case cut

    init(path: String) {
        let log = FileStatus(path: path + "-wal")
        if log != nil, FileStatus(path: path + "-shm") != nil {
            self = .shared
        } else if let log, log.bytes > 0 {
            self = .cut
        } else {
            self = .still(FileStatus(path: path))
        }
    }
}

/// Detects that a catalog's file was removed, replaced or overwritten while it is open. SQLite keeps using the open
/// file, and changes to it would be lost.
final class CatalogFileCheck: Sendable {
    private let path: String
    private let file: String
    /// Status of the file when it was last valid.
    private let known: Mutex<FileStatus>

    /// Records the status of the open and valid file at `path`.
    ///
    /// - Throws: `unavailable` if the file is missing.
    init(path: String, file: String) throws {
        self.path = path
        self.file = file
        guard let status = FileStatus(path: path) else { throw Self.gone(file) }
        known = Mutex(status)
    }

    /// Checks the file's status, and the content if the status has changed. The status rarely changes, because changes
    /// stay in the log for long.
    ///
    /// - Throws: `unavailable`.
    func check() throws {
        guard let status = FileStatus(path: path) else { throw Self.gone(file) }
        try known.withLock { known in
            guard status.identity == known.identity else { throw Self.gone(file) }
            guard status.bytes != known.bytes || status.modified != known.modified else { return }
            // SQLite would treat an empty file as a new catalog and remove its log.
            guard status.bytes >= Self.smallest else { throw overwritten }
            try read()
            known = status
        }
    }

    /// SQLite's minimum page size in bytes.
    private static let smallest = 512

    /// Reads through a new connection, which has no cached pages of the file.
    private func read() throws {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.label = "catalog"
        do {
            _ = try DatabaseQueue(path: path, configuration: configuration)
                .read { try Int.fetchOne($0, sql: "SELECT storyboards FROM counter") }
        } catch let error as DatabaseError where [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode) {
            // The process with the lock has found the file valid.
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
