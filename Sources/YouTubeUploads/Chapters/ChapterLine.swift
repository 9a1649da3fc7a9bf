import WebVTT

/// A line of a description that has a time and a title.
enum ChapterLine {
    /// A line that begins with a time, possibly behind bullets, brackets, emoji or the number of a list.
    static func leading(_ line: Substring) -> DescriptionChapters.Chapter? {
        var rest = line.drop(while: \.isOrnament)
        let behindNumber = withoutListNumber(rest)
        guard let time = takeTime(&rest) ?? behindNumber.flatMap({ taken(from: $0, &rest) }) else { return nil }
        // Only the beginning of a range counts.
        var end = rest.drop(while: \.isSeparator)
        if end.startIndex > rest.startIndex, takeTime(&end) != nil { rest = end }
        if rest.first == "." { rest.removeFirst() }
        let title = rest.drop(while: \.isSeparator).dropLast { $0.isWhitespace || $0.isInvisible }
        return chapter(time, title)
    }

    /// A line that ends with a time, possibly before brackets or emoji.
    static func trailing(_ line: Substring) -> DescriptionChapters.Chapter? {
        var rest = line.dropLast(while: \.isOrnament)
        guard var time = takeLastTime(&rest) else { return nil }
        var beginning = rest.dropLast(while: \.isSeparator)
        if beginning.endIndex < rest.endIndex, let first = takeLastTime(&beginning) {
            (time, rest) = (first, beginning)
        }
        let title = rest.drop(while: \.isSeparator).dropLast {
            $0.isSeparator && !$0.isClosingBracket || $0.isOpeningBracket
        }
        return chapter(time, title)
    }

    private static func chapter(_ time: Timestamp, _ title: Substring) -> DescriptionChapters.Chapter? {
        guard !title.isEmpty else { return nil }
        let scalars = title.unicodeScalars.prefix(1_000)
        return DescriptionChapters.Chapter(time: time, title: String(String.UnicodeScalarView(scalars)))
    }

    /// The text behind `3. ` or `3) `; nil where there is no such number.
    private static func withoutListNumber(_ text: Substring) -> Substring? {
        let digits = text.prefix { $0.digit != nil }
        let rest = text.dropFirst(digits.count)
        guard (1...3).contains(digits.count), let mark = rest.first, mark == "." || mark == ")",
            rest.dropFirst().first?.isWhitespace == true
        else { return nil }
        return rest.dropFirst().drop(while: \.isOrnament)
    }

    private static func taken(from text: Substring, _ rest: inout Substring) -> Timestamp? {
        var text = text
        guard let time = takeTime(&text) else { return nil }
        rest = text
        return time
    }

    private static func takeTime(_ text: inout Substring) -> Timestamp? {
        var spelled = text.prefix(while: \.isPartOfTime)
        // As in `1:02: Title`.
        if spelled.last == ":" { spelled.removeLast() }
        let rest = text[spelled.endIndex...]
        let isFraction = rest.first == "." && rest.dropFirst().first?.isWord == true
        guard let time = time(spelled), !isFraction, rest.first == ":" || rest.first?.isWord != true else { return nil }
        text = rest
        return time
    }

    private static func takeLastTime(_ text: inout Substring) -> Timestamp? {
        let rest = text.dropLast(while: \.isPartOfTime)
        guard let time = time(text[rest.endIndex...]), !(rest.last?.isWord ?? false) else { return nil }
        text = rest
        return time
    }

    /// Reads `m:ss`, `mm:ss`, `mmm:ss` or `h:mm:ss`.
    private static func time(_ text: Substring) -> Timestamp? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Int64($0) }
        guard numbers.count == parts.count, (2...3).contains(parts.count), parts[0].count <= 3,
            parts.dropFirst().allSatisfy({ $0.count <= 2 }), parts.last?.count == 2,
            numbers.dropFirst().allSatisfy({ $0 < 60 })
        else { return nil }
        return Timestamp(milliseconds: numbers.reduce(0) { 60 * $0 + $1 } * 1_000)
    }
}

extension Substring {
    fileprivate func dropLast(while isDropped: (Character) -> Bool) -> Substring {
        var rest = self
        while let last = rest.last, isDropped(last) { rest.removeLast() }
        return rest
    }
}

extension Character {
    /// An ASCII digit by itself: like YouTube, it ignores digits of other scripts and of emoji.
    fileprivate var digit: UInt8? {
        guard let value = asciiValue, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(value) else { return nil }
        return value
    }

    fileprivate var isPartOfTime: Bool { digit != nil || self == ":" }

    /// Characters that a time may not touch: `12:30pm` and `1:00:٠٠` do not count.
    fileprivate var isWord: Bool {
        guard let first = unicodeScalars.first, !isKeycap else { return false }
        switch first.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark:
            return true
        default: return self == ":"
        }
    }

    /// Neither letter nor number: bullets, brackets, emoji, marks of direction, space.
    fileprivate var isOrnament: Bool { isKeycap || !isWord && self != ":" }

    /// A digit in a box, as emoji.
    private var isKeycap: Bool { unicodeScalars.contains("\u{20E3}") }

    /// Characters between a time and a title.
    fileprivate var isSeparator: Bool {
        guard let first = unicodeScalars.first else { return false }
        if isWhitespace || ":|•·▪◦‣~=→➜➔>,;：｜～".unicodeScalars.contains(first) { return true }
        return isInvisible || isClosingBracket || first.properties.generalCategory == .dashPunctuation
    }

    /// A mark of direction or a control character.
    fileprivate var isInvisible: Bool {
        let category = unicodeScalars.first?.properties.generalCategory
        return category == .format || category == .control
    }

    fileprivate var isClosingBracket: Bool { unicodeScalars.first?.properties.generalCategory == .closePunctuation }

    fileprivate var isOpeningBracket: Bool { unicodeScalars.first?.properties.generalCategory == .openPunctuation }
}
