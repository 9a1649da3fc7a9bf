import Foundation
import MosaicSystem
package import TiledJPEG
import WebVTT

/// The folder of an imported document. Names in the document lead only to files in this folder or below it.
struct ImportFolder {
    /// Maximum number of parts at the end of an absolute URL's path that are tried as a file name.
    private static let mostParts = 16

    let path: String
    private let real: String

    /// - Throws: `notFound`.
    init(path: String) throws {
        guard let real = RealPath.of(path.isEmpty ? "." : path) else {
            throw MosaicError(.notFound, URL(fileURLWithPath: path).lastPathComponent, "There is no such folder.")
        }
        self.path = path.isEmpty ? "." : path
        self.real = real
    }

    /// The folder of a document.
    ///
    /// - Throws: `notFound`.
    init(of document: String) throws {
        try self.init(path: URL(fileURLWithPath: document).deletingLastPathComponent().path)
    }

    /// The picture at a URL in a document.
    ///
    /// - Throws: as ``file(of:in:)``.
    func picture(of url: String, in document: String) throws -> ImportedPicture {
        let file = try file(of: url, in: document)
        return ImportedPicture(path: file.path, name: file.name)
    }

    /// The file at a URL in a document, without query and fragment. For an absolute URL, it is the longest ending of
    /// the path that is a file here, because documents with absolute URLs are copied together with their sheets.
    ///
    /// - Parameter document: The document's name, for errors.
    /// - Returns: The path, and the name within the folder.
    /// - Throws: `unsupported` for a name that leads out of the folder; `notFound`, or `malformed` if the missing
    ///   file's name is not a picture's.
    func file(of url: String, in document: String) throws -> (path: String, name: String) {
        let bare = url.prefix { $0 != "?" && $0 != "#" }
        var parts = bare.split(separator: "/").map(String.init)
        let isAbsolute = bare.contains("://") || bare.hasPrefix("/")
        if isAbsolute { parts = parts.suffix(Self.mostParts) }
        let endings = isAbsolute ? parts.indices.map { parts[$0...].joined(separator: "/") } : [String(bare)]
        var isInside = false
        for ending in endings {
            // A name that leads out of the folder is not tried in its encoded form either.
            guard ObjectKey(rawValue: ending.removingPercentEncoding ?? ending) != nil else { continue }
            isInside = true
            for name in [ending.removingPercentEncoding, ending].compactMap(\.self) {
                guard let key = ObjectKey(rawValue: name) else { continue }
                let file = "\(path)/\(key.rawValue)"
                guard let resolved = RealPath.of(file) else { continue }
                guard resolved.hasPrefix(real == "/" ? "/" : real + "/") else {
                    throw MosaicError(
                        .unsupported, document, "\(key.rawValue.quoted) leads out of the document's folder.")
                }
                return (file, key.rawValue)
            }
        }
        guard isInside else {
            throw MosaicError(.unsupported, document, "\(bare.quoted) leads out of the document's folder.")
        }
        let file = parts.last ?? ""
        guard FileURLs.namesPicture(file) else {
            throw MosaicError(
                .malformed, document, "\(file.quoted) is not the name of a picture: these are not thumbnails.")
        }
        throw MosaicError(
            .notFound, document, "The file \(file.quoted) does not lie beside it; download it first.")
    }

    /// The path of a regular file in the folder or below it; nil if it is missing, or if a link leads out of the
    /// folder.
    func own(_ name: String) -> String? {
        guard let file = try? file(of: FileURLs.encoded(name), in: name),
            FileStatus(path: file.path)?.isRegularFile == true
        else { return nil }
        return file.path
    }
}

/// An imported picture: a file, or a part of a file.
package struct ImportedPicture: Hashable, Sendable {
    /// Lengths, in bytes, of the prefixes that are searched for a header.
    private static let prefixes = [4 << 10, 64 << 10, 1 << 20]

    let path: String
    /// The name in reports: the path below the document's folder, unique in an import.
    package let name: String
    /// The picture's bytes within the file; nil for the whole file.
    let range: Range<Int>?
    /// The hash that the picture's bytes must have; nil without a recorded hash.
    var sha256: ContentHash?

    package init(path: String, name: String, range: Range<Int>? = nil) {
        self.path = path
        self.name = name
        self.range = range
    }

    /// Reads the picture's bytes.
    ///
    /// - Parameter limit: Maximum number of bytes, checked before memory is allocated.
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

    /// Reads the picture's format and size from a short prefix.
    ///
    /// - Throws: `malformed`, `unsupported`, `unavailable`.
    package func header() throws -> ImageHeader {
        var fault: TiledJPEGError?
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
