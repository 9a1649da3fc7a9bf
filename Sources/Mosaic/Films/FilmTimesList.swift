import WebVTT

/// A list of a film's times: lines `time[,title]`.
///
/// Times are seconds with a fraction (`83.5`) or `hh:mm:ss.mmm`. A title may hold commas, quoted or not. Empty lines,
/// lines that begin with `#` and a first line of headings are skipped.
package struct FilmTimesList: Sendable {
    /// The longest list, in bytes.
    package static let longestText = 16 << 20

    /// The times in the order of the lines.
    package let moments: [FilmTimes.Moment]

    /// Reads a file, also from a pipe.
    ///
    /// - Parameter roots: Folders that no link to a list below them may leave, without links.
    /// - Throws: `notFound`; `noScreenshots` if it names no time; `malformed` naming the line; `limitExceeded`,
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
