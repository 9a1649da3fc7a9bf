package import WebVTT

/// A chapter of a film that titles screenshots: all from its time on, before the next chapter.
package struct ChapterTitle: Hashable, Sendable, Codable {
    /// The most chapters of a source.
    package static let mostChapters = 10_000
    /// The longest title, in Unicode scalars.
    package static let longestTitle = 1_000

    /// When the chapter begins.
    package let time: Timestamp
    /// Its title.
    package let title: String

    package init(time: Timestamp, title: String) {
        self.time = time
        self.title = title
    }

    private enum CodingKeys: String, CodingKey {
        case title
        case time = "time_ms"
    }

    /// Reads `{"time_ms", "title"}`.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        time = try container.decode(Timestamp.self, forKey: .time)
        title = try container.decode(String.self, forKey: .title)
        guard title.unicodeScalars.count <= Self.longestTitle, !title.unicodeScalars.contains("\0") else {
            throw DecodingError.dataCorruptedError(
                forKey: .title, in: container, debugDescription: "Not 0 to \(Self.longestTitle) characters without NUL."
            )
        }
    }
}

extension ScreenshotListing {
    /// The same listing, with the chapters' titles for screenshots that have none.
    ///
    /// - Parameter chapters: In the order of their times.
    func titled(by chapters: [ChapterTitle]) -> ScreenshotListing {
        guard !chapters.isEmpty else { return self }
        var rest = chapters[...]
        var current: ChapterTitle?
        // Both are in the order of time.
        let titled = screenshots.map { screenshot in
            while let next = rest.first, next.time <= screenshot.time {
                current = next
                rest.removeFirst()
            }
            guard screenshot.title == nil, let current else { return screenshot }
            var titled = screenshot
            titled.title = current.title
            return titled
        }
        return replacing(titled)
    }
}
