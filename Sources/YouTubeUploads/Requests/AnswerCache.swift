/// Answers with their ETags, so that pages that have not changed are not sent again; an app stores it where it wants.
///
/// It has no token; it has titles and descriptions, also of private videos.
public struct AnswerCache: Hashable, Sendable, Codable {
    /// The most answers; the one that was used longest ago is dropped first.
    public static let capacity = 100

    struct Entry: Hashable, Sendable, Codable {
        let url: String
        let etag: String
        let body: String
    }

    /// The one that was used last is the last.
    private var entries: [Entry] = []

    /// An empty cache.
    public init() {}

    /// The number of cached responses.
    public var count: Int { entries.count }

    subscript(url: String) -> Entry? { entries.first { $0.url == url } }

    mutating func drop(_ url: String) { entries.removeAll { $0.url == url } }

    /// Keeps an answer, or notes its use.
    mutating func keep(_ entry: Entry) {
        drop(entry.url)
        entries.append(entry)
        if entries.count > Self.capacity { entries.removeFirst(entries.count - Self.capacity) }
    }
}
