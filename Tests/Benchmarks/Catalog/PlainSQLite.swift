import GRDBSQLite

/// SQLite by its own C interface: what a catalog is measured against.
final class PlainSQLite {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private var connection: OpaquePointer?
    private var statements: [OpaquePointer?] = []

    /// Opens a file with the settings that the catalog has.
    init(path: String) throws {
        try check(sqlite3_open(path, &connection))
        try execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON")
    }

    deinit {
        for statement in statements { sqlite3_finalize(statement) }
        sqlite3_close(connection)
    }

    /// Runs statements without values.
    func execute(_ sql: String) throws {
        try check(sqlite3_exec(connection, sql, nil, nil, nil))
    }

    /// Compiles a statement once; the number is for `run`.
    func prepare(_ sql: String) throws -> Int {
        var statement: OpaquePointer?
        try check(sqlite3_prepare_v2(connection, sql, -1, &statement, nil))
        statements.append(statement)
        return statements.count - 1
    }

    /// Runs a statement; returns the first column of its first row, 0 without one.
    @discardableResult
    func run(_ number: Int, _ values: Value...) throws -> Int64 {
        let statement = statements[number]
        for (index, value) in values.enumerated() { try check(value.bind(to: statement, at: Int32(index) + 1)) }
        let code = sqlite3_step(statement)
        guard code == SQLITE_ROW || code == SQLITE_DONE else { throw failure() }
        let result = code == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0
        try check(sqlite3_reset(statement))
        return result
    }

    private func check(_ code: Int32) throws {
        guard code == SQLITE_OK else { throw failure() }
    }

    private func failure() -> Failure { Failure(description: String(cString: sqlite3_errmsg(connection))) }

    enum Value {
        case integer(Int64)
        case text(String)

        func bind(to statement: OpaquePointer?, at index: Int32) -> Int32 {
            switch self {
            case .integer(let value): sqlite3_bind_int64(statement, index, value)
            // SQLITE_TRANSIENT: the text is copied before the call returns.
            case .text(let value): sqlite3_bind_text(statement, index, value, -1, unsafeBitCast(-1, to: Transient.self))
            }
        }

        private typealias Transient = @convention(c) (UnsafeMutableRawPointer?) -> Void
    }
}
