import Foundation
import GRDB
public import Mosaic

/// A catalog in one SQLite file, for any number of processes on one machine.
///
/// The file is written ahead (`-wal` and `-shm` lie beside it) and is on the disk at the latest when the log is moved
/// into it: a power loss may take the last changes back, and never tears one.
public struct SQLiteCatalog: Catalog {
    /// The file's name, without its folder.
    let file: String
    /// Whether an index helps to search; without one every entry is looked at.
    let hasTextIndex: Bool
    private let access: Access
    /// Nil where access is foreign, which looks by itself.
    private let fileCheck: CatalogFileCheck?

    private enum Access: Sendable {
        case writing(DatabasePool, WritingTurn)
        /// To a file that can be written, and is brought up to date.
        case reading(DatabasePool)
        /// To a file that cannot be written.
        case foreign(CatalogReader)
    }

    /// Opens the catalog in the file at `path`, and makes the file where there is none; its folder has to be there.
    ///
    /// - Parameter onlyReading: Changes nothing that the catalog holds. Then file and folder may be ones that cannot be
    ///   written, and nothing is made there.
    /// - Throws: `refused` where the folder lies on a network file system or the file is another program's database,
    ///   `malformed` where the file is damaged, `unsupported` where a newer version made it, or an older one and it cannot
    ///   be written, `unavailable`.
    public init(path: String, onlyReading: Bool = false) throws {
        try self.init(path: path, onlyReading: onlyReading) { FileSystemKind(ofFolder: $0) }
    }

    /// Opens the catalog, asking `kind` what file system its folder lies on, nil where that is not known, and `canWrite`
    /// whether a file or folder can be written.
    init(
        path: String, onlyReading: Bool = false,
        canWrite: (String) -> Bool = FileManager.default.isWritableFile(atPath:), kind: (String) -> FileSystemKind?
    ) throws {
        let location = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        file = location.lastPathComponent
        let folder = location.deletingLastPathComponent().path
        if let kind = kind(folder), kind.isNetwork {
            throw MosaicError(
                .refused, file,
                "SQLite loses data on a network file system (\(kind)): name a local file with --catalog PATH.")
        }
        do {
            if onlyReading, ![folder, location.path].allSatisfy(canWrite) {
                let reader = try CatalogReader(path: location.path, file: file)
                (access, hasTextIndex) = (.foreign(reader), try reader.look(Self.hasTextIndex))
                fileCheck = nil
            } else {
                let (pool, hasTextIndex) = try Self.opened(location.path, file: file)
                access = onlyReading ? .reading(pool) : .writing(pool, WritingTurn())
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

    /// Bytes of a path, those of the files beside it included, that SQLite on Linux opens.
    private static let longestPath = 500

    /// Opens the file, again and again where another process is making it: SQLite does not wait while it turns a new file
    /// into one that is written ahead.
    private static func opened(_ path: String, file: String) throws -> (DatabasePool, hasTextIndex: Bool) {
        var configuration = Configuration()
        configuration.busyMode = WritingTurn.patience
        configuration.label = "catalog"
        let migrations = CatalogMigrations(file: file)
        let end = ContinuousClock.now + .seconds(10)
        while true {
            do {
                let pool = try DatabasePool(path: path, configuration: configuration)
                let hasTextIndex = try pool.writeWithoutTransaction { database in
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
        try database.tableExists(TextSearch.index)
    }

    /// Reads in one transaction; neither waits for writers nor holds them up.
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

    /// Looks one thing up by its key, on the caller's thread: that takes some tens of microseconds, and so does handing it
    /// to another thread and waiting for that one. One statement sees one state of the file, also without a transaction.
    func look<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try result {
            try fileCheck?.check()
            return switch access {
            case .writing(let pool, _), .reading(let pool): try pool.unsafeRead(body)
            case .foreign(let reader): try reader.look(body)
            }
        }.get()
    }

    /// Changes in one transaction that begins by locking out other writers.
    ///
    /// A task that is cancelled meanwhile is told so elsewhere: what it has to store is stored.
    func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        guard case .writing(let pool, let turn) = access else {
            throw MosaicError(.refused, file, "It was opened for reading alone.")
        }
        try fileCheck?.check()
        if turn.takeIfFree() {
            defer { turn.leave() }
            do {
                return try WritingTurn.hastily { try pool.writeWithoutTransaction { try Self.change($0, body) } }
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                // Another process is at it: what waits must not hold up the other tasks of this thread.
            } catch {
                throw SQLiteFailure.translated(error, file: file)
            }
        }
        turn.join()
        return try await withCheckedThrowingContinuation { continuation in
            pool.asyncWriteWithoutTransaction { database in
                let result = result { try Self.change(database, body) }
                turn.leave()
                continuation.resume(with: result)
            }
        }
    }

    private static func change<Value>(_ database: Database, _ body: (Database) throws -> Value) throws -> Value {
        var value: Value?
        try database.inTransaction(.immediate) {
            value = try body(database)
            return .commit
        }
        guard let value else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
        return value
    }

    private func result<Value>(of body: () throws -> Value) -> Result<Value, any Error> {
        do {
            return .success(try body())
        } catch {
            return .failure(SQLiteFailure.translated(error, file: file))
        }
    }
}
