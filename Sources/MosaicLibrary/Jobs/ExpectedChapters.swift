package import Mosaic
public import WebVTT

/// The chapters of a complete storyboard: a number, or a list.
public enum ExpectedChapters: Hashable, Sendable {
    /// One expected chapter.
    public struct Chapter: Hashable, Sendable, Codable {
        /// The number in `ch{index}_{seconds}s.jpg`.
        package let index: Int
        /// Start of the chapter.
        package let time: Timestamp
        /// A title for people; nil without one.
        package let title: String?

        /// Creates a chapter.
        public init(index: Int, time: Timestamp, title: String? = nil) {
            self.index = index
            self.time = time
            self.title = title
        }

        private enum CodingKeys: String, CodingKey {
            case index, title
            case time = "time_ms"
        }
    }

    /// Maximum number of chapters.
    package static let maximumCount = 100_000
    /// Maximum length of a title from a client, in Unicode scalars (at most 4 000 bytes). Counts scalars, because many
    /// of them can form one character.
    package static let longestTitle = ChapterTitle.longestTitle

    /// A number of chapters, 1 or more.
    case count(Int)
    /// These chapters; at least one, each index once.
    case list([Chapter])

    package var total: Int {
        switch self {
        case .count(let count): count
        case .list(let chapters): chapters.count
        }
    }

    /// Whether the number of chapters is allowed, and each has a different index.
    var isValid: Bool {
        (1...Self.maximumCount).contains(total) && Set(chapters.lazy.map(\.index)).count == chapters.count
    }

    /// The listed chapters; empty for a number.
    package var chapters: [Chapter] {
        switch self {
        case .count: []
        case .list(let chapters): chapters
        }
    }
}

extension ExpectedChapters: Codable {
    /// Reads a number or a list of `{"index", "time_ms", "title"}`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let count = try? container.decode(Int.self) {
            self = .count(count)
        } else {
            self = .list(try container.decode([Chapter].self))
        }
        guard isValid else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "Not 1 to \(Self.maximumCount) chapters, each with its own index.")
        }
    }

    /// Writes a number or a list, as ``init(from:)`` reads it.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .count(let count): try container.encode(count)
        case .list(let chapters): try container.encode(chapters)
        }
    }
}

/// One chapter as clients write it: `time` in seconds or as `00:01:23.500`, or `time_ms`.
package struct SubmittedChapter: Decodable, Hashable, Sendable {
    package let chapter: ExpectedChapters.Chapter

    private enum CodingKeys: String, CodingKey {
        case index, time, title
        case milliseconds = "time_ms"
    }

    /// Reads an object with an index, a time and an optional title.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let index = try container.decode(Int.self, forKey: .index)
        guard (0...Int(Int32.max)).contains(index) else {
            throw DecodingError.dataCorruptedError(
                forKey: .index, in: container, debugDescription: "Not a chapter's number.")
        }
        chapter = ExpectedChapters.Chapter(
            index: index, time: try Self.time(in: container),
            title: try container.decodeIfPresent(String.self, forKey: .title))
    }

    /// The chapters of a list. `nil` for more than ``ExpectedChapters/maximumCount`` chapters, which are not decoded.
    package static func chapters(in list: any UnkeyedDecodingContainer) throws -> [ExpectedChapters.Chapter]? {
        var list = list
        guard list.count ?? 0 <= ExpectedChapters.maximumCount else { return nil }
        var chapters: [ExpectedChapters.Chapter] = []
        while !list.isAtEnd { chapters.append(try list.decode(SubmittedChapter.self).chapter) }
        return chapters
    }

    private static func time(in container: KeyedDecodingContainer<CodingKeys>) throws -> Timestamp {
        if let time = try container.decodeIfPresent(Timestamp.self, forKey: .milliseconds) { return time }
        if let text = try? container.decode(String.self, forKey: .time) {
            if let time = Timestamp(parsing: text, grammar: .human) { return time }
        } else {
            let seconds = try container.decode(Double.self, forKey: .time)
            if seconds >= 0, let time = Timestamp(seconds: seconds) { return time }
        }
        throw DecodingError.dataCorruptedError(
            forKey: .time, in: container, debugDescription: "Neither seconds nor hh:mm:ss.mmm.")
    }
}

extension ScreenshotListing {
    /// The same listing with the titles of the expected chapters. If placeholders are requested, chapters that have not
    /// arrived are added as screenshots without a file.
    package func expecting(_ chapters: [ExpectedChapters.Chapter], missing: MissingChapters) -> ScreenshotListing {
        let present = Set(screenshots.compactMap(\.chapter))
        let titles = Dictionary(chapters.lazy.filter { present.contains($0.index) }.map { ($0.index, $0.title) }) {
            first, _ in first
        }
        var all = screenshots.map { screenshot in
            guard screenshot.title == nil, let chapter = screenshot.chapter, let title = titles[chapter] ?? nil else {
                return screenshot
            }
            var titled = screenshot
            titled.title = title
            return titled
        }
        switch missing {
        case .absent: break
        case .placeholder:
            all += chapters.filter { !present.contains($0.index) }.map { chapter in
                Screenshot(
                    name: "ch\(chapter.index)", time: chapter.time, chapter: chapter.index, title: chapter.title,
                    hasArrived: false)
            }
        }
        return replacing(all)
    }
}
