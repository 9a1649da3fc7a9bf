package import WebVTT

/// Times of a film, each with an optional title, in the order of time.
///
/// The text has one of three formats: lines `1:23 Title`, as in video descriptions; ffmetadata, which begins with
/// `;FFMETADATA`; or the JSON object of a ``FilmCompanion``.
package struct ChapterList: Hashable, Sendable {
    /// One time, with its title.
    package struct Entry: Hashable, Sendable {
        /// Line of the entry, counted from 1; in ffmetadata, the line of `[CHAPTER]`.
        package let line: Int
        /// The time from the film's start.
        package let time: Timestamp
        /// The title; nil without one.
        package let title: String?

        init(line: Int, time: Timestamp, title: some StringProtocol) {
            self.line = line
            self.time = time
            // Titles are shown in one line.
            let words = title.split(whereSeparator: \.isNewline).joined(separator: " ")
            let trimmed = words.trimmed
            self.title = trimmed.isEmpty ? nil : String(trimmed)
        }
    }

    /// Maximum number of entries.
    package static let mostEntries = 10_000
    /// Maximum length of a text, in bytes.
    package static let longestText = 4 << 20

    /// The list's name in errors.
    package let name: String
    /// The entries in ascending order of time; no two have the same time.
    package let entries: [Entry]

    /// Reads a file, also from a pipe.
    ///
    /// - Parameter roots: Real paths of folders; no link below one may lead out of it.
    /// - Throws: `notFound`; `noScreenshots` if the list has no time; `refused`, `unavailable`; errors of
    ///   `init(parsing:name:)`.
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

    /// - Throws: `limitExceeded` if a list of `count` entries has no room for another one.
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
    /// Reads lines `1:23 Title`; skips empty lines and lines that begin with `#`.
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

    /// Splits a line into its time, with or without brackets, and its title, with or without a leading dash; nil
    /// without a time.
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
            // A dash with a space only in front of it belongs to the title: "1:23 -5 degrees".
            let behind = title.dropFirst()
            if rest.first == dash || behind.first?.isWhitespace != false { return (time, behind) }
        }
        return rest.first?.isWhitespace != false || closing != nil ? (time, title) : nil
    }
}

/// The chapters of ffmpeg's text format for metadata, `ffmpeg -i FILM -f ffmetadata FILE`.
///
/// [FFmpeg formats: metadata](https://ffmpeg.org/ffmpeg-formats.html#Metadata-2)
struct FFMetadata {
    /// The beginning of the first line.
    static let signature = ";FFMETADATA"

    /// The chapters in the order of the text.
    private(set) var entries: [ChapterList.Entry] = []
    private let name: String
    private var chapter: Chapter?

    /// The part of a section `[CHAPTER]` that was read.
    private struct Chapter {
        let line: Int
        /// Seconds in one unit, as a fraction; a nanosecond without `TIMEBASE`.
        var unit: (numerator: Int64, denominator: Int64) = (1, 1_000_000_000)
        var start: Int64?
        var title = ""
    }

    /// Reads all lines.
    ///
    /// - Throws: `malformed` naming the line; `limitExceeded`.
    init(_ lines: [Substring], _ name: String) throws {
        self.name = name
        var position = 0
        while position < lines.count {
            let number = position + 1
            var line = String(lines[position])
            position += 1
            guard let first = line.first, first != ";", first != "#" else { continue }
            // An escaped line end continues the value.
            while line.unicodeScalars.reversed().prefix(while: { $0 == "\\" }).count % 2 == 1, position < lines.count {
                line += "\n" + lines[position]
                position += 1
            }
            try read(line, number)
        }
        try finish()
    }

    private mutating func read(_ line: String, _ number: Int) throws {
        if line.first == "[" {
            try finish()
            guard line.trimmed == "[CHAPTER]" else { return }
            try ChapterList.checkRoom(entries.count, name)
            chapter = Chapter(line: number)
            return
        }
        guard chapter != nil else { return }
        let (key, value) = Self.tag(line)
        switch key {
        case "TIMEBASE":
            let numbers = value.split(separator: "/", omittingEmptySubsequences: false).map { Int32($0) ?? 0 }
            guard numbers.count == 2, numbers[0] > 0, numbers[1] > 0 else {
                throw MosaicError(.malformed, "\(name):\(number)", "\"\(value.prefix(60))\" is not a fraction.")
            }
            chapter?.unit = (Int64(numbers[0]), Int64(numbers[1]))
        case "START":
            guard let start = Int64(value), start >= 0 else {
                throw MosaicError(
                    .malformed, "\(name):\(number)", "\"\(value.prefix(60))\" is not a number of units from 0.")
            }
            chapter?.start = start
        default:
            if key.lowercased() == "title" { chapter?.title = value }
        }
    }

    /// Adds the chapter whose section has ended.
    private mutating func finish() throws {
        guard let chapter else { return }
        self.chapter = nil
        guard let start = chapter.start else {
            throw MosaicError(.malformed, "\(name):\(chapter.line)", "The chapter has no START.")
        }
        let (numerator, denominator) = (Int128(chapter.unit.numerator), Int128(chapter.unit.denominator))
        let milliseconds = (Int128(start) * numerator * 2000 + denominator) / (2 * denominator)
        guard milliseconds <= Int128(Timestamp.latest.milliseconds) else {
            throw MosaicError(.malformed, "\(name):\(chapter.line)", "The chapter starts after the last time there is.")
        }
        entries.append(
            ChapterList.Entry(
                line: chapter.line, time: Timestamp(milliseconds: Int64(milliseconds)), title: chapter.title))
    }

    /// Splits a line at the first unescaped `=`, and removes the escaping backslashes.
    private static func tag(_ line: String) -> (key: String, value: String) {
        var fields = ["", ""]
        var (field, isEscaped) = (0, false)
        // By scalars, because a backslash and a combining accent after it are one `Character`.
        for scalar in line.unicodeScalars {
            if !isEscaped, scalar == "\\" {
                isEscaped = true
            } else if !isEscaped, field == 0, scalar == "=" {
                field = 1
            } else {
                fields[field].unicodeScalars.append(scalar)
                isEscaped = false
            }
        }
        return (String(fields[0].trimmed), fields[1])
    }
}
