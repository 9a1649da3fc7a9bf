package import WebVTT

/// Times of a film, each with an optional title, in the order of time.
///
/// The text is one of three: lines `1:23 Title`, as video descriptions have them; ffmetadata, which begins with
/// `;FFMETADATA`; or the JSON object of a ``FilmCompanion``.
package struct ChapterList: Hashable, Sendable {
    /// One time.
    package struct Entry: Hashable, Sendable {
        /// The text's line, counted from 1; in ffmetadata, that of `[CHAPTER]`.
        package let line: Int
        /// The time from the film's start.
        package let time: Timestamp
        /// The title; nil without one.
        package let title: String?

        init(line: Int, time: Timestamp, title: some StringProtocol) {
            self.line = line
            self.time = time
            // A title is one line wherever it is shown.
            let words = title.split(whereSeparator: \.isNewline).joined(separator: " ")
            let trimmed = words.trimmed
            self.title = trimmed.isEmpty ? nil : String(trimmed)
        }
    }

    /// The most entries.
    package static let mostEntries = 10_000
    /// The longest text, in bytes.
    package static let longestText = 4 << 20

    /// The list's name in errors.
    package let name: String
    /// The entries in the order of their times; no two have the same.
    package let entries: [Entry]

    /// Reads a file, also from a pipe.
    ///
    /// - Parameter roots: Folders that no link to a list below them may leave, without links.
    /// - Throws: `noScreenshots` where it is absent or names no time; `refused`, `unavailable`; see `init(parsing:name:)`.
    package init(contentsOf path: String, below roots: [String] = []) throws {
        let name = ListFile.name(of: path)
        try self.init(parsing: ListFile.text(of: path, below: roots, limit: Self.longestText), name: name)
        guard !entries.isEmpty else { throw MosaicError(.noScreenshots, name, "The list names no time.") }
    }

    /// Reads a text.
    ///
    /// - Throws: `malformed` naming the line; `limitExceeded`.
    package init(parsing text: String, name: String) throws {
        guard text.utf8.count <= Self.longestText else {
            throw MosaicError(.limitExceeded, name, "The list exceeds the limit of \(Self.longestText) bytes.")
        }
        let content = text.drop { $0 == "\u{FEFF}" }
        let lines = ListFile.lines(of: content)
        let entries =
            if content.hasPrefix(FFMetadata.signature) {
                try FFMetadata(lines, name).entries
            } else if content.first(where: { !$0.isWhitespace }) == "{" {
                try FilmCompanion(parsing: Array(content.utf8), name: name).chapters
            } else {
                try Self.entries(of: lines, name)
            }
        self.name = name
        self.entries = entries.sorted { $0.time < $1.time }
        for (first, second) in zip(self.entries, self.entries.dropFirst()) where first.time == second.time {
            throw MosaicError(
                .malformed, "\(name):\(max(first.line, second.line))",
                "Line \(min(first.line, second.line)) has the same time, \(first.time).")
        }
    }

    /// - Throws: `limitExceeded` where one more entry is too many.
    static func checkRoom(_ count: Int, _ name: String) throws {
        guard count < mostEntries else {
            throw MosaicError(.limitExceeded, name, "The list exceeds the limit of \(mostEntries) times.")
        }
    }
}

extension StringProtocol {
    /// The text without whitespace at its ends.
    var trimmed: SubSequence {
        let start = firstIndex { !$0.isWhitespace } ?? endIndex
        let end = self[start...].lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? start
        return self[start..<end]
    }
}
