import Foundation
import Mosaic

/// Files that the command line names.
package enum LocalFile {
    /// Reads a whole file.
    ///
    /// - Throws: `MosaicError` with `noScreenshots` where nothing is there, `limitExceeded`, `unavailable`.
    package static func read(_ path: String, limit: Int) throws -> [UInt8] {
        let name = URL(fileURLWithPath: path).lastPathComponent
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw MosaicError(.noScreenshots, name, "The file does not exist or cannot be opened.")
        }
        defer { try? handle.close() }
        let data: Data?
        do {
            data = try handle.read(upToCount: limit + 1)
        } catch {
            throw MosaicError(.unavailable, name, "The file cannot be read.")
        }
        guard let data else { return [] }
        guard data.count <= limit else {
            throw MosaicError(.limitExceeded, name, "The file exceeds the limit of \(limit) bytes.")
        }
        return Array(data)
    }

    /// Writes a whole file: under a temporary name first, so that nobody sees half of it.
    ///
    /// A link, a pipe or a device is written into instead; a rename would put a file in its place.
    /// - Throws: `MosaicError` with `unavailable`.
    package static func write(_ bytes: [UInt8], to path: String) throws {
        let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
        do {
            try Data(bytes).write(
                to: URL(fileURLWithPath: path), options: (type ?? .typeRegular) == .typeRegular ? .atomic : [])
        } catch {
            let name = URL(fileURLWithPath: path).lastPathComponent
            throw MosaicError(.unavailable, name, "The file cannot be written.")
        }
    }
}
