import Foundation
package import WebVTT

/// A list of files and times: lines `file,time[,title]`, or one JSON object a line with the same keys.
///
/// Times are seconds with a fraction (`83.5`) or `hh:mm:ss.mmm`. A title may hold commas, quoted or not. Empty lines
/// and a first line of headings are skipped.
package struct TimesList: Sendable {
    /// One line of the list.
    package struct Entry: Hashable, Sendable {
        /// Counted from 1.
        package let line: Int
        /// The picture, relative to the folder.
        package let file: ObjectKey
        /// The playback time it shows.
        package let time: Timestamp
        /// The chapter's title.
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

    /// `written` is the title as it is in a line with commas, perhaps quoted.
    private typealias Fields = (file: String, time: String, title: String?, written: String)

    private static func commas(_ line: Substring) -> Fields {
        let fields = line.split(separator: ",", maxSplits: 2, omittingEmptySubsequences: false).map { field in
            field.trimmingCharacters(in: .whitespaces)
        }
        let written = fields.count > 2 ? fields[2] : ""
        let title = written.isEmpty ? nil : unquoted(written)
        return (fields.first ?? "", fields.count > 1 ? fields[1] : "", title, written)
    }

    /// Spreadsheets quote a title that holds a comma, and write a quote in it twice.
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

    /// A list as text, which ``init(parsing:name:)`` reads: one line for each file, its time in seconds.
    package static func text(of files: [(name: String, time: Timestamp, title: String?)]) -> String {
        files.reduce(into: headings) { text, file in
            text += "\(file.name),\(file.time.decimalSeconds),\(file.title.map(quoted) ?? "")\n"
        }
    }

    /// A title in quotes, as spreadsheets write it; line ends become spaces.
    private static func quoted(_ title: String) -> String {
        let line = title.split { ["\n", "\r\n", "\r"].contains($0) }.joined(separator: " ")
        return "\"" + line.replacing("\"", with: "\"\"") + "\""
    }
}

extension Timestamp {
    /// `83.500`: seconds with three digits behind the point.
    package var decimalSeconds: String {
        "\(milliseconds / 1_000).\(String(1_000 + milliseconds % 1_000).dropFirst())"
    }
}
