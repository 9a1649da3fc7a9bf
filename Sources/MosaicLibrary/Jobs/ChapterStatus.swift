package import Mosaic
package import WebVTT

/// A chapter in the status of a job, for clients that show its screenshot.
package struct ChapterStatus: Hashable, Sendable {
    /// The chapter's number.
    package let index: Int
    /// When it begins.
    package let time: Timestamp
    /// A title for people; nil without one.
    package let title: String?
    /// The URL of its screenshot, relative to where screenshots of all ids are: `{id}/ch1_176s.jpg`. Nil while it has not
    /// arrived.
    package let screenshotURL: String?
}

extension ChapterStatus: Encodable {
    private enum CodingKeys: String, CodingKey {
        case index, time, title
        case screenshotURL = "screenshotUrl"
    }

    /// Writes all members, null where there is no value; the time in seconds.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(index, forKey: .index)
        try container.encode(Double(time.milliseconds) / 1_000, forKey: .time)
        try container.encode(title, forKey: .title)
        try container.encode(screenshotURL, forKey: .screenshotURL)
    }
}

extension ChapterStatus {
    /// The expected chapters and those with tiles, in the order of their numbers; empty for a film, and for files
    /// whose names hold no chapter.
    ///
    /// A chapter has a URL when the published storyboard shows its screenshot, so that clients never see one that the
    /// track lacks.
    /// - Parameters:
    ///   - source: The screenshots' source; those in a bucket have the URLs of their keys, all others the name that
    ///     the server serves them under, which ends in .jpg.
    ///   - isServed: Whether screenshots are kept; without that there are no URLs.
    package static func all(
        _ expected: [ExpectedChapters.Chapter], of id: StoryboardID, from source: ScreenshotSource,
        in storyboard: Storyboard?, isServed: Bool = true
    ) -> [ChapterStatus] {
        let hasKeys = source.bucketAddress != nil
        var chapters: [Int: ChapterStatus] = [:]
        chapters.reserveCapacity(expected.count)
        for chapter in expected {
            chapters[chapter.index] = ChapterStatus(
                index: chapter.index, time: chapter.time, title: chapter.title, screenshotURL: nil)
        }
        for tile in storyboard?.tiles ?? [] {
            guard let index = tile.chapter, let name = ScreenshotName(tile.source.name) else { continue }
            let file = hasKeys ? tile.source.name : ChapterFile(name, .jpeg).description
            chapters[index] = ChapterStatus(
                index: index, time: chapters[index]?.time ?? tile.time, title: chapters[index]?.title ?? tile.title,
                screenshotURL: isServed && tile.state != .placeholder ? "\(id)/\(file)" : nil)
        }
        return chapters.values.sorted { $0.index < $1.index }
    }
}
