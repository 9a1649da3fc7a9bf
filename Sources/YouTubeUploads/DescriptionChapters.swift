public import WebVTT

/// The chapters in a video's description, by [YouTube's rules](https://support.google.com/youtube/answer/9884579): one
/// chapter in a line, the first at 0:00, at least three, in ascending order, each at least 10 seconds long.
///
/// A time is at the beginning of its line (`1:02:03 - Title`, `[1:02] Title`, `• 1:02 Title`, `3. 1:02 Title`). If the
/// lines of this form break a rule, times at the end of lines are tried (`Title (1:02)`). As on YouTube, a list that
/// breaks a rule has no chapters at all.
public struct DescriptionChapters: Hashable, Sendable {
    /// A chapter.
    public struct Chapter: Hashable, Sendable {
        /// Start of the chapter, in whole seconds.
        public let time: Timestamp
        /// Title in one line, at most 1 000 Unicode scalars.
        public let title: String

        /// Creates a chapter.
        public init(time: Timestamp, title: String) {
            self.time = time
            self.title = title
        }
    }

    /// The rule that a list of times breaks.
    public enum Fault: Hashable, Sendable {
        /// No line has a time and a title.
        case noTimes
        /// There are fewer than three chapters.
        case tooFew
        /// The first chapter is not at 0:00.
        case noStart
        /// A chapter does not begin after the previous one.
        case notAscending
        /// A chapter is shorter than 10 seconds.
        case tooShort
    }

    /// Minimum number of chapters.
    public static let fewest = 3
    /// Minimum length of a chapter, in milliseconds.
    public static let shortest: Int64 = 10_000
    /// Maximum length of the parsed text, in bytes. YouTube's own limit is 5 000 bytes.
    private static let longestText = 64 << 10

    /// The chapters in the order of their times; empty if a rule is broken.
    public let chapters: [Chapter]
    /// The broken rule; nil if there are chapters.
    public let fault: Fault?

    /// Finds the chapters in the first 65 536 bytes of a description.
    public init(parsing description: String) {
        let text = String(decoding: description.utf8.prefix(Self.longestText), as: UTF8.self)
        let lines = text.split(whereSeparator: \.isNewline)
        let leading = lines.compactMap(ChapterLine.leading)
        let fault = Self.fault(of: leading)
        guard fault != nil else {
            self.init(chapters: leading, fault: nil)
            return
        }
        let trailing = lines.compactMap(ChapterLine.trailing)
        let other = Self.fault(of: trailing)
        self.init(
            chapters: other == nil ? trailing : [],
            fault: other == nil ? nil : trailing.count > leading.count ? other : fault)
    }

    private init(chapters: [Chapter], fault: Fault?) {
        self.chapters = chapters
        self.fault = fault
    }

    private static func fault(of chapters: [Chapter]) -> Fault? {
        guard let first = chapters.first else { return .noTimes }
        guard first.time == .zero else { return .noStart }
        guard chapters.count >= fewest else { return .tooFew }
        for (chapter, next) in zip(chapters, chapters.dropFirst()) {
            guard chapter.time < next.time else { return .notAscending }
        }
        for (chapter, next) in zip(chapters, chapters.dropFirst()) {
            guard next.time.milliseconds - chapter.time.milliseconds >= shortest else { return .tooShort }
        }
        return nil
    }
}

/// A line of a description that has a time and a title.
enum ChapterLine {
    /// A line that begins with a time, possibly after bullets, brackets, emoji or the number of a list.
    static func leading(_ line: Substring) -> DescriptionChapters.Chapter? {
        var rest = line.drop(while: \.isOrnament)
        let behindNumber = withoutListNumber(rest)
        guard let time = takeTime(&rest) ?? behindNumber.flatMap({ taken(from: $0, &rest) }) else { return nil }
        // Of a range of times, only the beginning counts.
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

    /// The text after `3. ` or `3) `; nil without such a number.
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

    /// Reads `m:ss` or `h:m:ss`: at most three digits before the first colon, at most two for minutes after hours,
    /// exactly two for seconds.
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
    /// Value of an ASCII digit. Like YouTube, ignores digits of other scripts and of emoji.
    fileprivate var digit: UInt8? {
        guard let value = asciiValue, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(value) else { return nil }
        return value
    }

    fileprivate var isPartOfTime: Bool { digit != nil || self == ":" }

    /// Whether a time next to the character does not count, as in `12:30pm` and `1:00:٠٠`.
    fileprivate var isWord: Bool {
        guard let first = unicodeScalars.first, !isKeycap else { return false }
        switch first.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark:
            return true
        default: return self == ":"
        }
    }

    /// Whether the character is neither letter, number nor colon, such as a bullet, bracket, emoji, mark of direction
    /// or space.
    fileprivate var isOrnament: Bool { isKeycap || !isWord && self != ":" }

    /// Whether the character is an emoji of a digit in a box.
    private var isKeycap: Bool { unicodeScalars.contains("\u{20E3}") }

    /// Whether the character may separate a time from a title.
    fileprivate var isSeparator: Bool {
        guard let first = unicodeScalars.first else { return false }
        if isWhitespace || ":|•·▪◦‣~=→➜➔>,;：｜～".unicodeScalars.contains(first) { return true }
        return isInvisible || isClosingBracket || first.properties.generalCategory == .dashPunctuation
    }

    /// Whether the character is a mark of direction or a control character.
    fileprivate var isInvisible: Bool {
        let category = unicodeScalars.first?.properties.generalCategory
        return category == .format || category == .control
    }

    fileprivate var isClosingBracket: Bool { unicodeScalars.first?.properties.generalCategory == .closePunctuation }

    fileprivate var isOpeningBracket: Bool { unicodeScalars.first?.properties.generalCategory == .openPunctuation }
}
