import Foundation
import GRDB
import Mosaic

/// Translates SQLite's errors.
enum SQLiteFailure {
    /// Translates an error of SQLite or of decoding a row to a ``MosaicError``; other errors stay unchanged.
    static func translated(_ error: any Error, file: String) -> any Error {
        switch error {
        case let error as DatabaseError: MosaicError(code(of: error), file, reason(of: error))
        case is RowDecodingError: MosaicError(.malformed, file, damaged("a row cannot be read"))
        default: error
        }
    }

    private static func code(of error: DatabaseError) -> MosaicError.Code {
        switch error.resultCode {
        case .SQLITE_NOTADB, .SQLITE_CORRUPT, .SQLITE_FORMAT, .SQLITE_MISMATCH: .malformed
        default: .unavailable
        }
    }

    private static func reason(of error: DatabaseError) -> String {
        let code = error.extendedResultCode.rawValue
        return switch error.resultCode {
        case .SQLITE_NOTADB, .SQLITE_FORMAT: damaged("it is not an SQLite database")
        case .SQLITE_CORRUPT: damaged("the database is damaged")
        case .SQLITE_MISMATCH: damaged("a row cannot be read")
        case .SQLITE_FULL: "The disk is full."
        case .SQLITE_BUSY, .SQLITE_LOCKED: "Another process has held it for longer than changes wait."
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: "It cannot be written: file or folder is read-only."
        case .SQLITE_CANTOPEN: "It cannot be opened or made: look at its folder and at who may write there."
        case .SQLITE_IOERR:
            [.SQLITE_IOERR_READ, .SQLITE_IOERR_SHORT_READ].contains(error.extendedResultCode)
                ? "It cannot be read: the disk reports an input or output error."
                : "It cannot be written: the disk reports an input or output error."
        case .SQLITE_NOMEM: "There is not enough memory for it."
        default: "SQLite failed with code \(code)."
        }
    }

    /// The error for a row with an invalid value in `column`.
    static func row(_ column: String) -> DatabaseError {
        DatabaseError(resultCode: .SQLITE_MISMATCH, message: column)
    }

    private static func damaged(_ what: String) -> String {
        "The catalog cannot be read, \(what): move the file away and run mosaic repair --library DIR."
    }
}

extension Date {
    /// The value as stored: milliseconds since 1970, rounded to the nearest.
    var milliseconds: Int64 {
        let milliseconds = (timeIntervalSince1970 * 1_000).rounded()
        // 2^53: a Double represents every integer up to this limit.
        let limit = 9_007_199_254_740_992.0
        return Int64(max(-limit, min(limit, milliseconds.isNaN ? 0 : milliseconds)))
    }

    /// Creates a date from a stored value.
    init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1_000)
    }

    /// The date as read again after storing, rounded to a millisecond.
    var inMilliseconds: Date { Date(milliseconds: milliseconds) }
}
