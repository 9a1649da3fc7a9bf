import GRDB
import GRDBSQLite

/// A row that is decoded by the positions of its columns.
///
/// For GRDB it is a value that begins at the first column, which is never null. GRDB's own rows list the names of their
/// columns each time a statement runs, which takes longer than the look-up.
protocol StoredRow: DatabaseValueConvertible, StatementColumnConvertible {
    /// Reads the columns.
    ///
    /// - Throws: `RowFailure`.
    init(_ columns: StoredColumns) throws
}

extension StoredRow {
    init?(sqliteStatement: SQLiteStatement, index: CInt) {
        guard let row = try? Self(StoredColumns(statement: sqliteStatement)) else { return nil }
        self = row
    }

    /// No row is a value of a statement.
    var databaseValue: DatabaseValue { .null }

    static func fromDatabaseValue(_: DatabaseValue) -> Self? { nil }
}

/// The columns of the row at which a statement stands.
struct StoredColumns {
    let statement: SQLiteStatement

    /// - Throws: `RowFailure` for null and for other types.
    func value<Value: StatementColumnConvertible>(_ position: CInt) throws -> Value {
        guard let value: Value = try optional(position) else { throw RowFailure(column: "\(position)") }
        return value
    }

    /// - Throws: `RowFailure` for other types.
    func optional<Value: StatementColumnConvertible>(_ position: CInt) throws -> Value? {
        guard sqlite3_column_type(statement, position) != SQLITE_NULL else { return nil }
        guard let value = Value(sqliteStatement: statement, index: position) else {
            throw RowFailure(column: "\(position)")
        }
        return value
    }
}
