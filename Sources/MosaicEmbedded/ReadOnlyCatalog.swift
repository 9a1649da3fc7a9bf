import Foundation
import GRDB
import Mosaic
import MosaicSystem
import Synchronization

/// Reads a catalog that cannot be written, and creates no file beside it.
///
/// SQLite would create a log beside a file that is not open, so it opens the file as immutable. If the file changes
/// nevertheless, its status shows that: the result is discarded, and the file is opened and read again.
final class ReadOnlyCatalog: Sendable {
    private struct Opening: Sendable {
        let pool: DatabasePool
        let state: CatalogFileState
    }

    /// A process takes less time than this to open or close the file.
    private static let timeout = Duration.seconds(2)

    private let path: String
    private let file: String
    private let opening: Mutex<Opening>

    /// Opens the file at `path`, which is called `file`.
    ///
    /// - Throws: `refused`, `unsupported`, or an error of SQLite.
    init(path: String, file: String) throws {
        self.path = path
        self.file = file
        opening = Mutex(try Self.opened(path, file: file))
    }

    /// Reads in one transaction, on the caller's thread.
    ///
    /// - Parameter body: Called again where the file has changed meanwhile.
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
                // Another task may have opened it again in the meantime.
                if $0.pool === opening.pool { $0 = try Self.opened(path, file: file) }
            }
        }
    }

    /// The same on a thread that may block.
    func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await withTaskExecutorPreference(BlockingWork.threads) { try self.look(body) }
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

    /// The location for SQLite: https://www.sqlite.org/uri.html.
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

/// How a catalog's file can be read without writing, determined by the files beside it.
///
/// SQLite creates a log and its index beside the file when it opens it, and removes them when the last process closes
/// it: https://www.sqlite.org/wal.html#read_only_databases.
enum CatalogFileState: Hashable, Sendable {
    /// Log and index exist: the file is read concurrently with writers.
    case shared
    /// No process has it open; the status changes if one opens it. Nil where there is no file.
    case still(FileStatus?)
    /// There is a log without its index, which only a process with write permission can create.
    case cut

    /// Examines the file at `path`.
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
