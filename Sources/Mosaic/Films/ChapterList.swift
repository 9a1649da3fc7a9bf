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
    /// - Throws: `notFound`; `noScreenshots` if it names no time; `refused`, `unavailable`; see `init(parsing:name:)`.
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
        if content.trimmed.first == "[", content.trimmed.dropFirst().trimmed.first == "{" {
            throw MosaicError(
                .malformed, name,
                "It is an array of JSON; a list is an object: {\"chapters\": [{\"start\": 83.5, \"title\": \"One\"}]}.")
        }
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

extension ChapterList {
    /// Reads lines `1:23 Title`; empty lines and those that begin with `#` are skipped.
    static func entries(of lines: [Substring], _ name: String) throws -> [Entry] {
        var entries: [Entry] = []
        for (number, line) in zip(1..., lines) {
            let content = line.trimmed
            guard !content.isEmpty, content.first != "#" else { continue }
            try checkRoom(entries.count, name)
            guard let fields = fields(of: content) else {
                throw MosaicError(
                    .malformed, "\(name):\(number)",
                    "\"\(content.prefix(60))\" does not begin with a time; write 1:23 Title, 1:02:03 Title or 83.5 Title."
                )
            }
            entries.append(Entry(line: number, time: fields.time, title: fields.title))
        }
        return entries
    }

    /// Splits a line into its time, which may stand in brackets, and its title, which a dash may lead.
    private static func fields(of line: Substring) -> (time: Timestamp, title: Substring)? {
        let brackets: [Character: Character] = ["[": "]", "(": ")"]
        let closing = line.first.flatMap { brackets[$0] }
        var rest = closing == nil ? line : line.dropFirst().trimmed
        let digits = rest.prefix { ("0"..."9").contains($0) || $0 == ":" || $0 == "." }
        guard let time = Timestamp(parsing: digits, grammar: .human) else { return nil }
        rest = rest[digits.endIndex...]
        if let closing {
            rest = rest.trimmed
            guard rest.first == closing else { return nil }
            rest = rest.dropFirst()
        }
        let title = rest.trimmed
        if let dash = title.first, ["-", "\u{2013}", "\u{2014}"].contains(dash) {
            // A dash with space before it alone belongs to the title: "1:23 -5 degrees".
            let behind = title.dropFirst()
            if rest.first == dash || behind.first?.isWhitespace != false { return (time, behind) }
        }
        return rest.first?.isWhitespace != false || closing != nil ? (time, title) : nil
    }
}
