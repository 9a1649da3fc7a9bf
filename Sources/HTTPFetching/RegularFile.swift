package import Foundation

/// Reads regular files of a bounded length.
package enum RegularFile {
    /// Reads a regular file of at most `limit` bytes.
    ///
    /// - Parameter followsLinks: Whether to follow a link to a file. Otherwise a link counts as missing.
    /// - Throws: `notFound` if the path is not a regular file or cannot be opened; `limitExceeded`; `unavailable`.
    package static func read(_ url: URL, limit: Int, followsLinks: Bool = true) throws -> [UInt8] {
        // Checks the type before opening, because opening a pipe would wait for its writer.
        let path = followsLinks ? url.resolvingSymlinksInPath().path : url.path
        let type = try? FileManager.default.attributesOfItem(atPath: path)[.type]
        guard type as? FileAttributeType != .typeDirectory else {
            throw FetchError(.notFound, url.subjectName, "It is a folder.")
        }
        guard type != nil else { throw FetchError(.notFound, url.subjectName, "There is no such file.") }
        guard type as? FileAttributeType == .typeRegular, let handle = try? FileHandle(forReadingFrom: url) else {
            throw FetchError(.notFound, url.subjectName, "The file cannot be opened for reading.")
        }
        defer { try? handle.close() }
        var bytes: [UInt8] = []
        do {
            // Counts the bytes as they are read, because the length of a file that is being written changes.
            while let part = try handle.read(upToCount: 1 << 20), !part.isEmpty {
                bytes.append(contentsOf: part)
                guard bytes.count <= limit else {
                    throw FetchError(
                        .limitExceeded, url.subjectName, "The file has more than the limit of \(limit) bytes.")
                }
            }
        } catch let error as FetchError {
            throw error
        } catch {
            throw FetchError(.unavailable, url.subjectName, "The file cannot be read.")
        }
        return bytes
    }
}
