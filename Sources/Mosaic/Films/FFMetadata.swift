import WebVTT

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

    /// A section `[CHAPTER]` as far as it was read.
    private struct Chapter {
        let line: Int
        /// Seconds of one unit, as a fraction; nanoseconds where nothing is said.
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

    /// Adds the chapter that the text has left.
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

    /// Splits at the first `=` without a backslash, and takes the backslashes away.
    private static func tag(_ line: String) -> (key: String, value: String) {
        var fields = ["", ""]
        var (field, isEscaped) = (0, false)
        // Scalars, because a letter's accent may follow a backslash that stands for itself.
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
