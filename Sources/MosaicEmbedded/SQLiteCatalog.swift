package import Foundation
import GRDB
import Mosaic
import MosaicLibrary
import MosaicSystem

/// A catalog in one SQLite file, for any number of processes on one machine.
///
/// The file has a write-ahead log, `-wal`, which is flushed to the disk before a change is acknowledged. Leases and
/// progress are not flushed by themselves but with the next flushed change.
package struct SQLiteCatalog: Catalog {
    /// The file's name, without its folder.
    let file: String
    /// Whether an index supports searches; without one every entry is read.
    let hasTextIndex: Bool
    let jobWakeups = JobWakeups()
    /// When jobs are due, leases expire and retired objects may go: the system's clock, which all processes that open the file share.
    let clock: @Sendable () -> Date
    private let access: Access
    /// Nil for read-only access, which checks the file itself.
    private let fileCheck: CatalogFileCheck?

    private enum Access: Sendable {
        case writing(DatabasePool, WriterLock)
        /// To a file that can be written and has the current tables.
        case reading(DatabasePool)
        /// To a file that cannot be written.
        case foreign(ReadOnlyCatalog)
    }

    /// Opens the catalog in the file at `path`, and creates the file where there is none; its folder has to exist.
    ///
    /// - Parameters:
    ///   - onlyReading: Changes nothing in the catalog and creates no file. File and folder may be read-only then.
    ///   - clock: Decides when jobs are due and leases expire; another one in tests.
    /// - Throws: `refused` where the folder lies on a network file system or the file is another program's database,
    ///   `malformed` where the file is damaged, `unsupported` where a newer version made it, or an older one and it cannot
    ///   be written, `unavailable`.
    package init(
        path: String, onlyReading: Bool = false, clock: @escaping @Sendable () -> Date = { Date() }
    ) throws {
        try self.init(path: path, onlyReading: onlyReading, clock: clock) { FileSystemKind(ofFolder: $0) }
    }

    /// Opens the catalog. `kind` returns the file system of its folder, nil where unknown; `canWrite` whether a file or
    /// folder can be written.
    init(
        path: String, onlyReading: Bool = false, clock: @escaping @Sendable () -> Date = { Date() },
        canWrite: (String) -> Bool = FileManager.default.isWritableFile(atPath:), kind: (String) -> FileSystemKind?
    ) throws {
        let location = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        file = location.lastPathComponent
        self.clock = clock
        let folder = location.deletingLastPathComponent().path
        if let kind = kind(folder), kind.isNetwork {
            throw MosaicError(
                .refused, file,
                "SQLite loses data on a network file system (\(kind)): name a local file with --catalog PATH.")
        }
        do {
            if onlyReading, ![folder, location.path].allSatisfy(canWrite) {
                let reader = try ReadOnlyCatalog(path: location.path, file: file)
                (access, hasTextIndex) = (.foreign(reader), try reader.look(Self.hasTextIndex))
                fileCheck = nil
            } else {
                let (pool, hasTextIndex) = try Self.opened(location.path, file: file)
                // Also where a reader created the log: flushing the log does not flush its name.
                if !onlyReading { try MosaicError.translating { try DiskFlush.flush(folder: folder) } }
                access = onlyReading ? .reading(pool) : .writing(pool, WriterLock())
                self.hasTextIndex = hasTextIndex
                fileCheck = try CatalogFileCheck(path: location.path, file: file)
            }
        } catch let error as DatabaseError
            where error.resultCode == .SQLITE_CANTOPEN && location.path.utf8.count > Self.longestPath
        {
            throw MosaicError(
                .unavailable, file,
                "Its path has \(location.path.utf8.count) bytes, and SQLite takes about \(Self.longestPath): name a file "
                    + "with a shorter one by --catalog PATH.")
        } catch {
            throw SQLiteFailure.translated(error, file: file)
        }
    }

    /// The longest path that SQLite on Linux opens, in bytes, including those of the files beside it.
    private static let longestPath = 500

    /// Opens the file, repeatedly where another process is creating it: SQLite does not wait while a new file is set to
    /// write-ahead logging.
    private static func opened(_ path: String, file: String) throws -> (DatabasePool, hasTextIndex: Bool) {
        var configuration = Configuration()
        configuration.busyMode = WriterLock.busyMode
        configuration.label = "catalog"
        configuration.prepareDatabase { database in
            // Queries of URLs that were deleted are overwritten, too.
            try database.execute(sql: "PRAGMA secure_delete = 1")
            #if canImport(Darwin)
                // On macOS fsync leaves the bytes in the drive's cache, which a power loss clears.
                try database.execute(sql: "PRAGMA fullfsync = 1; PRAGMA checkpoint_fullfsync = 1")
            #endif
        }
        // SQLite gives the log and its index the mode of the file.
        if path.utf8.count <= longestPath { PrivateFile.create(at: path) }
        let migrations = CatalogMigrations(file: file)
        let end = ContinuousClock.now + .seconds(10)
        while true {
            do {
                let pool = try DatabasePool(path: path, configuration: configuration)
                let hasTextIndex = try pool.writeWithoutTransaction { database in
                    try Durability.flushed.set(on: database)
                    try migrations.apply(to: database)
                    return try Self.hasTextIndex(database)
                }
                return (pool, hasTextIndex)
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY && ContinuousClock.now < end {
                Thread.sleep(forTimeInterval: 0.01)
            }
        }
    }

    private static func hasTextIndex(_ database: Database) throws -> Bool {
        try database.tableExists(TextSearch.Target.storyboards.index)
    }

    /// Reads in one transaction; does not wait for writers or block them.
    func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        switch access {
        case .writing(let pool, _), .reading(let pool):
            try fileCheck?.check()
            return try await withCheckedThrowingContinuation { continuation in
                pool.asyncRead { access in
                    continuation.resume(with: result { try body(access.get()) })
                }
            }
        case .foreign(let reader):
            do {
                return try await reader.read(body)
            } catch {
                throw SQLiteFailure.translated(error, file: file)
            }
        }
    }

    /// Looks up one row by its key on the caller's thread: that takes tens of microseconds, as long as switching to
    /// another thread. One statement sees one state of the file, also without a transaction.
    func look<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try result {
            try fileCheck?.check()
            return switch access {
            case .writing(let pool, _), .reading(let pool): try pool.unsafeRead(body)
            case .foreign(let reader): try reader.look(body)
            }
        }.get()
    }

    /// Whether a change is on the disk when it is acknowledged.
    enum Durability: String, Sendable {
        case flushed = "FULL"
        /// Flushed with the next flushed change. A power loss may undo it, but never half of it.
        case unflushed = "NORMAL"

        /// Set before a transaction, because it cannot change within one; connections of a pool begin with `NORMAL`.
        /// Not prepared in advance: SQLite sets it while it compiles the statement.
        /// https://www.sqlite.org/pragma.html#pragma_synchronous
        func set(on database: Database) throws {
            try database.makeStatement(sql: "PRAGMA synchronous = \(rawValue)").execute()
        }
    }

    /// Makes changes in one transaction that locks out other writers from its beginning.
    ///
    /// Cancellation of the task does not prevent the change.
    func write<Value: Sendable>(
        _ durability: Durability = .flushed, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        guard case .writing(let pool, let turn) = access else {
            throw MosaicError(.refused, file, "It was opened for reading alone.")
        }
        try fileCheck?.check()
        // An unflushed change does not block the caller's thread for the disk.
        if durability == .unflushed, turn.takeIfFree() {
            defer { turn.leave() }
            do {
                return try WriterLock.hastily {
                    try pool.writeWithoutTransaction { try Self.change($0, durability, turn, body) }
                }
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                // Another process has the lock: waiting for it must not block a thread of the cooperative pool.
            } catch {
                throw SQLiteFailure.translated(error, file: file)
            }
        }
        turn.join()
        return try await withCheckedThrowingContinuation { continuation in
            pool.asyncWriteWithoutTransaction { database in
                let result = result { try Self.change(database, durability, turn, body) }
                turn.leave()
                continuation.resume(with: result)
            }
        }
    }

    /// Moves all changes from the log to the file and empties the log, which otherwise keeps replaced rows for a while.
    ///
    /// Does nothing while another process reads; SQLite's own checkpoints follow.
    func truncateLog() async {
        guard case .writing(let pool, let turn) = access else { return }
        turn.join()
        await withCheckedContinuation { continuation in
            pool.asyncWriteWithoutTransaction { database in
                _ = try? database.checkpoint(.truncate)
                turn.leave()
                continuation.resume()
            }
        }
    }

    private static func change<Value>(
        _ database: Database, _ durability: Durability, _ turn: WriterLock, _ body: (Database) throws -> Value
    ) throws -> Value {
        try turn.set(durability, on: database)
        // Compiled once, unlike those of GRDB's transactions.
        try database.cachedStatement(sql: "BEGIN IMMEDIATE").execute()
        do {
            let value = try body(database)
            try database.cachedStatement(sql: "COMMIT").execute()
            return value
        } catch {
            // The error that led here says more.
            try? database.rollback()
            throw error
        }
    }

    private func result<Value>(of body: () throws -> Value) -> Result<Value, any Error> {
        do {
            return .success(try body())
        } catch {
            return .failure(SQLiteFailure.translated(error, file: file))
        }
    }
}
