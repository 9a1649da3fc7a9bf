import Foundation

/// Reads whole files of a bounded size.
enum FileReader {
    /// Reads a file.
    ///
    /// - Parameter limit: The most bytes it may hold; checked before memory is taken.
    /// - Throws: `unavailable`, `limitExceeded`.
    static func read(_ path: String, name: String, limit: Int) throws -> [UInt8] {
        guard let status = FileStatus(path: path), status.isRegularFile else {
            throw MosaicError(.unavailable, name, "There is no such file.")
        }
        guard status.bytes <= limit else {
            throw MosaicError(
                .limitExceeded, name, "A file of \(status.bytes) bytes exceeds the limit of \(limit) bytes.")
        }
        return try prefix(of: path, name: name, length: status.bytes)
    }

    /// Reads the first `length` bytes of a file, or all of a shorter one.
    ///
    /// - Throws: `unavailable`.
    static func prefix(of path: String, name: String, length: Int) throws -> [UInt8] {
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw MosaicError(.unavailable, name, "The file cannot be opened: \(SystemFailure.current).")
        }
        defer { try? handle.close() }
        do {
            return try Array(handle.read(upToCount: length) ?? Data())
        } catch {
            throw MosaicError(.unavailable, name, "The file cannot be read: \(SystemFailure.current).")
        }
    }
}
