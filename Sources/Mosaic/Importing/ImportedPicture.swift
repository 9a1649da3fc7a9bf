import MosaicSystem
package import TiledJPEG

/// A picture that is imported: a file, or a part of one.
package struct ImportedPicture: Hashable, Sendable {
    /// The first bytes in which a header is looked for, and the most.
    private static let prefixes = [4 << 10, 64 << 10, 1 << 20]

    /// The file's path.
    let path: String
    /// The name in reports: the path below the document's folder, unique in an import.
    package let name: String
    /// Its bytes within the file; nil for all of them.
    let range: Range<Int>?
    /// The hash that its bytes have to have; nil where none is recorded.
    var sha256: ContentHash?

    package init(path: String, name: String, range: Range<Int>? = nil) {
        self.path = path
        self.name = name
        self.range = range
    }

    /// Reads it.
    ///
    /// - Parameter limit: The most bytes; checked before memory is taken.
    /// - Throws: `limitExceeded`, `unavailable`, `malformed` for other bytes than the recorded ones.
    package func read(limit: Int) throws -> [UInt8] {
        let bytes = try bytes(limit: limit)
        guard let sha256, ContentHash(of: bytes) != sha256 else { return bytes }
        throw MosaicError(.malformed, name, "The sheet is not the one of the record.")
    }

    private func bytes(limit: Int) throws -> [UInt8] {
        guard let range else {
            return try MosaicError.translating { try FileReader.read(path, name: name, limit: limit) }
        }
        guard range.count <= limit else {
            throw MosaicError(.limitExceeded, name, "\(range.count) bytes exceed the limit of \(limit) bytes.")
        }
        let bytes = try MosaicError.translating { try FileReader.part(of: path, name: name, range: range) }
        guard bytes.count == range.count else {
            throw MosaicError(.unavailable, name, "The file ends before the picture does.")
        }
        return bytes
    }

    /// Its format and size, from as few of its bytes as are needed.
    ///
    /// - Throws: `malformed`, `unsupported`, `unavailable`.
    package func header() throws -> ImageHeader {
        var fault: ImageHeaderError?
        for length in Self.prefixes {
            let start = range?.lowerBound ?? 0
            let end = min(start + length, range?.upperBound ?? .max)
            let bytes = try MosaicError.translating { try FileReader.part(of: path, name: name, range: start..<end) }
            do {
                return try ImageHeader(parsing: bytes)
            } catch  where error.code == .truncated && bytes.count == length {
                fault = error
            } catch {
                throw MosaicError(error.code == .unsupported ? .unsupported : .malformed, name, error.reason)
            }
        }
        throw MosaicError(.malformed, name, fault?.reason ?? "Its header is too long.")
    }
}
