import WebVTT

extension LineReader {
    /// Whether a line that was just taken begins a cue, with its times or with an identifier in front of them.
    func isFirstLineOfCue(_ line: Line) -> Bool {
        if line.hasArrow { return true }
        var following = self
        return following.takeLine()?.hasArrow ?? false
    }

    /// The number of digits in the hours of a timing line: 2, or the other number if one of its times has another.
    ///
    /// - Returns: `nil` if neither time has hours, or one of them is not valid WebVTT.
    func hourDigits(_ line: Line) -> Int? {
        var cursor = ByteCursor(bytes[line.range])
        cursor.skipWhitespace()
        guard let start = cursor.takeHourDigits() else { return nil }
        cursor.skipWhitespace()
        guard cursor.take(word: "-->") else { return nil }
        cursor.skipWhitespace()
        guard let end = cursor.takeHourDigits() else { return nil }
        let digits = [start, end].filter { $0 > 0 }
        return digits.first { $0 != 2 } ?? digits.first
    }
}

extension ByteCursor {
    /// Takes a WebVTT timestamp; the number of digits of its hours, 0 without hours.
    fileprivate mutating func takeHourDigits() -> Int? {
        var time = self
        guard takeTimestamp() != nil else { return nil }
        let first = time.takeNumber()?.digits ?? 0
        _ = time.take(":")
        _ = time.takeNumber()
        return time.peek == UInt8(ascii: ":") ? first : 0
    }
}
