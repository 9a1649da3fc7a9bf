import Mosaic
import MosaicSystem

/// A file of the operator. Each read returns the whole current content, because the file may change.
package struct SmallFile: Hashable, Sendable {
    private let path: String
    private let limit: Int

    /// Creates the reader of a file of at most `limit` bytes; does not read the file yet.
    package init(_ path: String, limit: Int) {
        self.path = path
        self.limit = limit
    }

    /// The file's name, without its folder.
    package var name: String { FolderPath.name(of: path) }

    /// Reads the current content of the file.
    ///
    /// - Throws: `unavailable`, `limitExceeded`.
    package func read() throws -> [UInt8] {
        try MosaicError.translating { try FileReader.read(path, name: name, limit: limit) }
    }
}
