import Foundation
import Mosaic
import WebVTT

/// Files that the command line names.
enum LocalFile {
    /// Reads a whole file.
    ///
    /// - Throws: `MosaicError` with `noScreenshots` where nothing is there, `limitExceeded`, `unavailable`.
    static func read(_ path: String, limit: Int) throws -> [UInt8] {
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

    /// Reads a whole WebVTT file.
    ///
    /// - Throws: `MosaicError` as ``read(_:limit:)``, and with `malformed` naming file and line where it is not WebVTT.
    static func track(_ path: String) throws -> CueTrack {
        let bytes = try read(path, limit: LocalTrack.limit)
        do {
            return try CueTrack(parsing: bytes)
        } catch {
            let name = URL(fileURLWithPath: path).lastPathComponent
            throw MosaicError(.malformed, "\(name):\(error.line)", error.reason)
        }
    }

    /// Writes a whole file: under a temporary name first, so that nobody sees half of it.
    ///
    /// A link, a pipe or a device is written into instead; a rename would put a file in its place.
    /// - Throws: `MosaicError` with `unavailable`.
    static func write(_ bytes: [UInt8], to path: String) throws {
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
