import Foundation
import MosaicSystem

/// A text file of one line for each screenshot or chapter.
enum ListFile {
    /// The file's name without its folder, for errors.
    static func name(of path: String) -> String { URL(fileURLWithPath: path).lastPathComponent }

    /// The lines of a list, empty ones included.
    static func lines<Text: StringProtocol>(of text: Text) -> [Text.SubSequence] {
        // Not `isNewline`, which includes Unicode characters that a title may hold.
        text.split(omittingEmptySubsequences: false) { ["\n", "\r\n", "\r"].contains($0) }
    }

    /// Reads a list, also from a pipe, whose length is not known beforehand.
    ///
    /// - Parameters:
    ///   - roots: Folders that no link to a list below them may leave, without links.
    ///   - limit: Maximum length in bytes.
    /// - Throws: `notFound`; `refused` if a link leads out of its root; `unavailable`, `limitExceeded`.
    static func text(of path: String, below roots: [String], limit: Int) throws -> String {
        if let root = RealPath.root(of: path, among: roots) {
            return try text(of: path, belowRoot: root, limit: limit)
        }
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw MosaicError(.notFound, name(of: path), "The file does not exist or cannot be opened.")
        }
        defer { try? handle.close() }
        guard let data = try? handle.read(upToCount: limit + 1) ?? Data() else {
            throw MosaicError(.unavailable, name(of: path), "The file cannot be read.")
        }
        guard data.count <= limit else {
            throw MosaicError(.limitExceeded, name(of: path), "The file exceeds the limit of \(limit) bytes.")
        }
        return String(decoding: data, as: UTF8.self)
    }

    private static func text(of path: String, belowRoot root: String, limit: Int) throws -> String {
        let name = name(of: path)
        guard !FileStatus.isAbsent(path) else {
            throw MosaicError(.notFound, name, "The file does not exist.")
        }
        return try MosaicError.translating {
            var bytes: [UInt8] = []
            try FileReader.read(path, below: root, name: name, limit: limit, into: &bytes)
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}
