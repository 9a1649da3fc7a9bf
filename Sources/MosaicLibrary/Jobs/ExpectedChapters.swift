import Mosaic
public import WebVTT

/// The chapters of a complete storyboard: a number, or a list.
public enum ExpectedChapters: Hashable, Sendable {
    /// One expected chapter.
    public struct Chapter: Hashable, Sendable, Codable {
        /// The number in `ch{index}_{seconds}s.jpg`.
        package let index: Int
        /// When it begins.
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

    /// The longest list and the largest number.
    package static let maximumCount = 100_000
    /// The longest title that a client may give, in Unicode scalars: 4 000 bytes at most, also where many of them make one
    /// character.
    package static let longestTitle = ChapterTitle.longestTitle

    /// A number of chapters, 1 or more.
    case count(Int)
    /// These chapters; at least one, each index once.
    case list([Chapter])

    /// The number of chapters.
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

    /// The chapters; empty for a number.
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

    /// Writes a number or a list.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .count(let count): try container.encode(count)
        case .list(let chapters): try container.encode(chapters)
        }
    }
}
