package import Foundation
import GRDB
import Mosaic
import MosaicLibrary
import MosaicSystem

/// A catalog in one SQLite file, for any number of processes on one machine.
///
/// The file has a write-ahead log, `-wal`, which is flushed to the disk before a change is acknowledged. Leases and
/// progress are flushed with the next flushed change.
package struct SQLiteCatalog: Catalog {
    /// The file's name, without its folder.
    let file: String
    /// Whether an index supports searches; without one, a search reads all entries.
    let hasTextIndex: Bool
    let jobWakeups = JobWakeups()
    /// Decides when jobs are due, leases expire and retired objects may be deleted. By default the system's clock,
    /// which all processes with the file open share.
    let clock: @Sendable () -> Date
    private let access: Access
    /// Detects that the file was removed, replaced or overwritten; nil for a read-only file, which ``ReadOnlyCatalog``
    /// checks itself.
    private let fileCheck: CatalogFileCheck?

    private enum Access: Sendable {
        case writing(DatabasePool, WriterLock)
        /// Read-only access to a file with write permission and the current tables.
        case reading(DatabasePool)
        /// Read-only access to a file or folder without write permission.
        case foreign(ReadOnlyCatalog)
    }

    /// Opens the catalog in the file at `path`. A missing file is created; its folder must exist.
    ///
    /// - Parameters:
    ///   - onlyReading: Whether changes are `refused` and a missing file is not created. File and folder may then be
    ///     read-only. Tables of an older version are still migrated if the file can be written.
    ///   - clock: Decides when jobs are due and leases expire; replaced in tests.
    /// - Throws: `refused` if the folder is on a network file system or the file is another program's database,
    ///   `malformed` if the file is damaged, `unsupported` if its tables are of a newer version, or of an older version
    ///   and the file cannot be written, `unavailable`.
    package init(
        path: String, onlyReading: Bool = false, clock: @escaping @Sendable () -> Date = { Date() }
    ) throws {
        try self.init(path: path, onlyReading: onlyReading, clock: clock) { FileSystemKind(ofFolder: $0) }
    }

    /// Opens the catalog. `kind` returns the file system of a folder, nil if unknown; `canWrite` returns whether a file
    /// or folder can be written.
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
                // Flushes the folder even if a reader created the log: flushing the log does not flush its name.
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

    /// Maximum length in bytes of a path that SQLite on Linux opens, including the suffixes of the files next to it.
    private static let longestPath = 500

    /// Opens the file, and tries again while another process is creating it. SQLite does not wait while a new file is
    /// switched to write-ahead logging.
    private static func opened(_ path: String, file: String) throws -> (DatabasePool, hasTextIndex: Bool) {
        var configuration = Configuration()
        configuration.busyMode = WriterLock.busyMode
        configuration.label = "catalog"
        configuration.prepareDatabase { database in
            // Overwrites deleted data, such as queries of URLs.
            try database.execute(sql: "PRAGMA secure_delete = 1")
            #if canImport(Darwin)
                // On macOS, fsync leaves the bytes in the drive's cache, which a power loss clears.
                try database.execute(sql: "PRAGMA fullfsync = 1; PRAGMA checkpoint_fullfsync = 1")
            #endif
        }
        // Creates the file first, because SQLite gives the log and its index the mode of the file.
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

    /// Reads in one transaction; neither waits for writers nor blocks them.
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

    /// Reads a few rows from an index on the caller's thread, which takes tens of microseconds, no longer than
    /// switching to another thread. Without a transaction, each statement still sees one state of the file.
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
        /// The change is flushed with the next flushed change. A power loss may undo the whole change, but not a part
        /// of it.
        case unflushed = "NORMAL"

        /// Sets the durability of later transactions; it cannot change within a transaction. Connections of a pool
        /// begin with `NORMAL`. The statement is not cached, because SQLite applies the setting while it compiles the
        /// statement. See https://www.sqlite.org/pragma.html#pragma_synchronous.
        func set(on database: Database) throws {
            try database.makeStatement(sql: "PRAGMA synchronous = \(rawValue)").execute()
        }
    }

    /// Makes changes in one transaction that excludes other writers from its beginning.
    ///
    /// Cancellation of the task does not prevent the change.
    func write<Value: Sendable>(
        _ durability: Durability = .flushed, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        guard case .writing(let pool, let turn) = access else {
            throw MosaicError(.refused, file, "It was opened for reading alone.")
        }
        try fileCheck?.check()
        // An unflushed change does not wait for the disk, so it may run on the caller's thread.
        if durability == .unflushed, turn.takeIfFree() {
            defer { turn.leave() }
            do {
                return try WriterLock.hastily {
                    try pool.writeWithoutTransaction { try Self.change($0, durability, turn, body) }
                }
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                // Another process has the lock; waiting for it must not block a thread of the cooperative pool.
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
    /// Does nothing while another process reads; a later checkpoint of SQLite moves the changes.
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
        // A cached statement is compiled once, unlike the statements of GRDB's transactions.
        try database.cachedStatement(sql: "BEGIN IMMEDIATE").execute()
        do {
            let value = try body(database)
            try database.cachedStatement(sql: "COMMIT").execute()
            return value
        } catch {
            // Throws the original error, which is more specific than an error of the rollback.
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
