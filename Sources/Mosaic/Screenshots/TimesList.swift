import Foundation
import MosaicSystem
package import WebVTT

/// A list of files and times: lines `file,time[,title]`, or one JSON object a line with the same keys.
///
/// Times are seconds with a fraction (`83.5`) or `hh:mm:ss.mmm`. A title may hold commas, quoted or not. Empty lines
/// and a first line of headings are skipped.
package struct TimesList: Sendable {
    /// One line of the list.
    package struct Entry: Hashable, Sendable {
        /// Number of the line, counted from 1.
        package let line: Int
        /// The picture's path, relative to the folder.
        package let file: ObjectKey
        /// The playback time of the picture.
        package let time: Timestamp
        /// The chapter's title; nil without one.
        package let title: String?
    }

    /// The list's name in errors.
    package let name: String
    /// The entries in the order of the lines.
    package let entries: [Entry]

    /// Reads a list.
    ///
    /// - Throws: `malformed` naming the line.
    package init(parsing text: String, name: String) throws {
        self.name = name
        var entries: [Entry] = []
        var written: [(line: Int, time: Substring, title: Substring)] = []
        var hasTitles = false
        for (number, line) in zip(1..., ListFile.lines(of: text)) {
            let content = line.drop { $0 == "\u{FEFF}" }
            guard content.contains(where: { !$0.isWhitespace }) else { continue }
            let isJSON = content.first { !$0.isWhitespace } == "{"
            let fields = isJSON ? try Self.json(content, "\(name):\(number)") : Self.commas(content)
            // The header line of a table.
            if entries.isEmpty, fields.file.lowercased() == "file", fields.time.lowercased() == "time" {
                hasTitles = !fields.written.isEmpty
                continue
            }
            guard let file = ObjectKey(rawValue: fields.file) else {
                throw MosaicError(
                    .malformed, "\(name):\(number)", "\"\(fields.file)\" is not the name of a file in the folder.")
            }
            guard let time = Timestamp(parsing: fields.time, grammar: .human) else {
                if fields.time.isEmpty {
                    throw MosaicError(
                        .malformed, "\(name):\(number)",
                        "The line has no time; the lines of a folder's list are file,time[,title].")
                }
                throw MosaicError(
                    .malformed, "\(name):\(number)",
                    "\"\(fields.time)\" is not a time; write seconds (83.5) or hh:mm:ss.mmm.")
            }
            entries.append(Entry(line: number, file: file, time: time, title: fields.title))
            if !isJSON { written.append((number, Substring(fields.time), Substring(fields.written))) }
        }
        if !hasTitles { try ListFile.refuseDecimalCommas(written, name: name) }
        self.entries = entries
    }

    /// The fields of a line; `written` is the title of a line with commas, with its quotes.
    private typealias Fields = (file: String, time: String, title: String?, written: String)

    private static func commas(_ line: Substring) -> Fields {
        let fields = line.split(separator: ",", maxSplits: 2, omittingEmptySubsequences: false).map { field in
            field.trimmingCharacters(in: .whitespaces)
        }
        let written = fields.count > 2 ? fields[2] : ""
        let title = written.isEmpty ? nil : unquoted(written)
        return (fields.first ?? "", fields.count > 1 ? fields[1] : "", title, written)
    }

    /// Removes the quotes of spreadsheets: they quote a title with a comma, and double a quote in it.
    static func unquoted(_ title: String) -> String {
        guard title.count >= 2, title.hasPrefix("\""), title.hasSuffix("\"") else { return title }
        return String(title.dropFirst().dropLast().replacing("\"\"", with: "\""))
    }

    private static func json(_ line: Substring, _ subject: String) throws -> Fields {
        struct Object: Decodable {
            struct Time: Decodable {
                let text: String
                init(from decoder: any Decoder) throws {
                    let container = try decoder.singleValueContainer()
                    // Decimal keeps the digits as they are written; a Double would not.
                    if let number = try? container.decode(Decimal.self) {
                        text = "\(number)"
                    } else {
                        text = try container.decode(String.self)
                    }
                }
            }
            let file: String
            let time: Time
            let title: String?
        }
        do {
            let object = try JSONDecoder().decode(Object.self, from: Data(line.utf8))
            return (object.file, object.time.text, object.title, "")
        } catch {
            throw MosaicError(
                .malformed, subject, "The line is not a JSON object with the keys file, time and, if wanted, title.")
        }
    }
}

extension TimesList {
    /// The first line of a written list.
    private static let headings = "file,time,title\n"

    /// Writes a list that ``init(parsing:name:)`` reads: one line for each file, with its time in seconds.
    package static func text(of files: [(name: String, time: Timestamp, title: String?)]) -> String {
        files.reduce(into: headings) { text, file in
            text += "\(file.name),\(file.time.decimalSeconds),\(file.title.map(quoted) ?? "")\n"
        }
    }

    /// Quotes a title as spreadsheets do; line ends become spaces.
    private static func quoted(_ title: String) -> String {
        let line = title.split { ["\n", "\r\n", "\r"].contains($0) }.joined(separator: " ")
        return "\"" + line.replacing("\"", with: "\"\"") + "\""
    }
}

/// A list of a film's times: lines `time[,title]`.
///
/// Times are seconds with a fraction (`83.5`) or `hh:mm:ss.mmm`. A title may hold commas, quoted or not. Empty lines,
/// lines that begin with `#` and a first line of headings are skipped.
package struct FilmTimesList: Sendable {
    /// Maximum length of a list, in bytes.
    package static let longestText = 16 << 20

    /// The times in the order of the lines.
    package let moments: [FilmTimes.Moment]

    /// Reads a file, also from a pipe.
    ///
    /// - Parameter roots: Real paths of folders; no link below one may lead out of it.
    /// - Throws: `notFound`; `noScreenshots` if the list has no time; `malformed` naming the line; `limitExceeded`,
    ///   `refused`, `unavailable`.
    package init(contentsOf path: String, below roots: [String] = []) throws {
        let name = ListFile.name(of: path)
        try self.init(parsing: ListFile.text(of: path, below: roots, limit: Self.longestText), name: name)
        guard !moments.isEmpty else { throw MosaicError(.noScreenshots, name, "The list names no time.") }
    }

    /// Reads a list.
    ///
    /// - Throws: `malformed` naming the line.
    package init(parsing text: String, name: String) throws {
        var moments: [FilmTimes.Moment] = []
        var written: [(line: Int, time: Substring, title: Substring)] = []
        var hasTitles = false
        for (number, line) in zip(1..., ListFile.lines(of: text)) {
            let fields = line.drop { $0 == "\u{FEFF}" }.split(
                separator: ",", maxSplits: 1, omittingEmptySubsequences: false
            ).map(\.trimmed)
            guard let first = fields.first, !first.isEmpty || fields.count > 1, !first.hasPrefix("#") else { continue }
            if moments.isEmpty, first.lowercased() == "time" {
                hasTitles = fields.count > 1
                continue
            }
            guard let time = Timestamp(parsing: first, grammar: .human) else {
                throw MosaicError(
                    .malformed, "\(name):\(number)",
                    "\"\(first.prefix(60))\" is not a time; the lines of a film's list are time[,title], "
                        + "with seconds (83.5) or hh:mm:ss.mmm.")
            }
            let title = fields.count > 1 ? TimesList.unquoted(String(fields[1])) : ""
            moments.append(FilmTimes.Moment(time: time, title: title.isEmpty ? nil : title, line: number))
            written.append((number, first, fields.count > 1 ? fields[1] : ""))
        }
        if !hasTitles { try ListFile.refuseDecimalCommas(written, name: name) }
        self.moments = moments
    }
}

/// Reads text files with one line for each screenshot or chapter.
enum ListFile {
    /// The file's name without its folder, for errors.
    static func name(of path: String) -> String { URL(fileURLWithPath: path).lastPathComponent }

    /// The lines of a list, including empty lines.
    static func lines<Text: StringProtocol>(of text: Text) -> [Text.SubSequence] {
        // Not `isNewline`, which includes Unicode characters that a title may hold.
        text.split(omittingEmptySubsequences: false) { ["\n", "\r\n", "\r"].contains($0) }
    }

    /// Reads a list, also from a pipe, whose length is not known beforehand.
    ///
    /// - Parameters:
    ///   - roots: Real paths of folders; no link below one may lead out of it.
    ///   - limit: Maximum length in bytes.
    /// - Throws: `notFound`; `malformed` for UTF-16; `refused` if a link leads out of its root; `unavailable`,
    ///   `limitExceeded`.
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

    /// - Throws: `malformed` for text that begins with a byte order mark of UTF-16.
    private static func text(of bytes: some Collection<UInt8>, name: String) throws -> String {
        guard !bytes.starts(with: [0xFF, 0xFE]), !bytes.starts(with: [0xFE, 0xFF]) else {
            throw MosaicError(.malformed, name, "The list is UTF-16 text; save it as UTF-8.")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Rejects a list whose times seem to have decimal commas: the fractions would be read as titles.
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
            // Titles 1, 2, 3 may be line numbers.
            fields.compactMap({ Int($0.title) }) != Array(1...fields.count)
        else { return }
        throw MosaicError(
            .malformed, "\(name):\(first.line)",
            "\"\(first.time),\(first.title)\" is a time with a decimal comma, or a time and a title: write "
                + "\(first.time).\(first.title), or \(first.time),\"\(first.title)\" for a title.")
    }
}
