import Mosaic
import MosaicSystem

/// A file of an operator that is read whole, also again while a process runs.
package struct SmallFile: Hashable, Sendable {
    private let path: String
    private let limit: Int

    /// Creates the reader of a file of at most `limit` bytes; the file is not read yet.
    package init(_ path: String, limit: Int) {
        self.path = path
        self.limit = limit
    }

    /// The file's name, without its folder.
    package var name: String {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[path.utf8.index(after: $0)...]) } ?? path
    }

    /// Reads what the file holds now.
    ///
    /// - Throws: `unavailable`, `limitExceeded`.
    package func read() throws -> [UInt8] {
        try MosaicError.translating { try FileReader.read(path, name: name, limit: limit) }
    }
}
