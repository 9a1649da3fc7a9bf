import Foundation

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
    /// - Parameter limit: The longest list, in bytes.
    /// - Throws: `noScreenshots` where it is absent; `unavailable`, `limitExceeded`.
    static func text(of path: String, limit: Int) throws -> String {
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw MosaicError(.noScreenshots, name(of: path), "The file does not exist or cannot be opened.")
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
}
