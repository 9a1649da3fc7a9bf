import WebVTT

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
