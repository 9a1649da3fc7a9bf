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
        return try text(of: data, name: name(of: path))
    }

    private static func text(of path: String, belowRoot root: String, limit: Int) throws -> String {
        let name = name(of: path)
        guard !FileStatus.isAbsent(path) else {
            throw MosaicError(.notFound, name, "The file does not exist.")
        }
        return try MosaicError.translating {
            var bytes: [UInt8] = []
            try FileReader.read(path, below: root, name: name, limit: limit, into: &bytes)
            return try text(of: bytes, name: name)
        }
    }

    /// - Throws: `malformed` for UTF-16, whose mark is at the front.
    private static func text(of bytes: some Collection<UInt8>, name: String) throws -> String {
        guard !bytes.starts(with: [0xFF, 0xFE]), !bytes.starts(with: [0xFE, 0xFF]) else {
            throw MosaicError(.malformed, name, "The list is UTF-16 text; save it as UTF-8.")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Refuses a list in which a time seems to have a comma for the decimal point, so that its fraction would be a title.
    ///
    /// - Parameters:
    ///   - fields: The time and the rest of each line as it is written, without headings.
    ///   - name: The list's name in errors.
    /// - Throws: `malformed` naming the first such line, if no line has another title.
    static func refuseDecimalCommas(_ fields: [(line: Int, time: Substring, title: Substring)], name: String) throws {
        func isFraction(_ title: Substring) -> Bool { title.wholeMatch(of: /[0-9]{1,3}/) != nil }
        guard let first = fields.first(where: { isFraction($0.title) }),
            fields.allSatisfy({ $0.title.isEmpty || isFraction($0.title) }),
            fields.allSatisfy({ $0.time.allSatisfy(\.isNumber) }),
            // Titles may be the numbers of the lines.
            fields.compactMap({ Int($0.title) }) != Array(1...fields.count)
        else { return }
        throw MosaicError(
            .malformed, "\(name):\(first.line)",
            "\"\(first.time),\(first.title)\" is a time with a decimal comma, or a time and a title: write "
                + "\(first.time).\(first.title), or \(first.time),\"\(first.title)\" for a title.")
    }
}
