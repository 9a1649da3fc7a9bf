public import WebVTT

/// The chapters in a video's description, by
/// [YouTube's rules](https://support.google.com/youtube/answer/9884579): one a line, the first at 0:00, at least three,
/// in ascending order, each at least 10 seconds long.
///
/// A time is at the beginning of its line (`1:02:03 - Title`, `[1:02] Title`, `• 1:02 Title`, `3. 1:02 Title`) or, where
/// no list of such lines follows the rules, at its end (`Title (1:02)`). As on YouTube, a list that breaks a rule has no
/// chapters at all.
public struct DescriptionChapters: Hashable, Sendable {
    /// A chapter.
    public struct Chapter: Hashable, Sendable {
        /// When it begins, in whole seconds.
        public let time: Timestamp
        /// Its title in one line, at most 1 000 Unicode scalars.
        public let title: String

        /// Makes a chapter.
        public init(time: Timestamp, title: String) {
            self.time = time
            self.title = title
        }
    }

    /// The rule that a list of times breaks.
    public enum Fault: Hashable, Sendable {
        /// No line has a time.
        case noTimes
        /// There are fewer than three.
        case tooFew
        /// The first one is not at 0:00.
        case noStart
        /// One does not follow the one above it.
        case notAscending
        /// One is shorter than 10 seconds.
        case tooShort
    }

    /// The fewest chapters.
    public static let fewest = 3
    /// The shortest chapter, in milliseconds.
    public static let shortest: Int64 = 10_000
    /// YouTube's own limit is 5 000 bytes.
    private static let longestText = 64 << 10

    /// The chapters in the order of their times; empty where a rule is broken.
    public let chapters: [Chapter]
    /// The rule that is broken; nil where there are chapters.
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
