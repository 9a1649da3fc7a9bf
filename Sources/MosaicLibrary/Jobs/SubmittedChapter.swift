import Mosaic
import WebVTT

/// One chapter as clients write it: `time` in seconds or as `00:01:23.500`, or `time_ms`.
package struct SubmittedChapter: Decodable, Hashable, Sendable {
    /// The chapter.
    package let chapter: ExpectedChapters.Chapter

    private enum CodingKeys: String, CodingKey {
        case index, time, title
        case milliseconds = "time_ms"
    }

    /// Reads an object with an index, a time and perhaps a title.
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

    /// The chapters of a list; `nil` for more than ``ExpectedChapters/maximumCount``, which are not decoded.
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
