import Mosaic

/// Counts the chapters of a job that are published.
struct ChapterCount: Sendable {
    private let expected: ExpectedChapters?
    /// The expected number; where it is unknown the current one, nil before the first arrival.
    let total: Int?

    /// Chapters with files, usable or not; where chapters are expected by number, only those.
    let arrived: Int

    /// - Parameter screenshots: The current screenshots.
    init(of request: JobRequest, _ screenshots: [Screenshot]) {
        expected = request.expected
        total = request.expected?.total ?? (screenshots.isEmpty ? nil : screenshots.count)
        arrived = Self.count(screenshots.lazy.map(\.chapter), of: request.expected)
    }

    /// Tiles that show their screenshots; where chapters are expected by number, only those.
    func have(in storyboard: Storyboard?) -> Int {
        let shown = storyboard?.tiles.filter { $0.state != .placeholder } ?? []
        return Self.count(shown.lazy.map(\.chapter), of: expected)
    }

    /// A number for reports: at most the total.
    func shown(_ count: Int) -> Int { min(count, total ?? count) }

    private static func count(_ numbers: some Collection<Int?>, of expected: ExpectedChapters?) -> Int {
        switch expected {
        case nil, .count: numbers.count
        case .list(let chapters): Set(numbers.compactMap { $0 }).intersection(chapters.map(\.index)).count
        }
    }
}

extension Storyboard {
    /// Whether a screenshot is new or has changed since an earlier revision.
    func hasArrivals(since earlier: Storyboard?) -> Bool {
        let known = Set((earlier?.tiles ?? []).map(\.source).map(Arrival.init))
        return tiles.contains { $0.source.bytes != nil && !known.contains(Arrival($0.source)) }
    }
}

/// A file and its content.
private struct Arrival: Hashable {
    let name: String
    let bytes: Int?
    let content: Checksum?

    init(_ source: Tile.Source) {
        name = source.name
        bytes = source.bytes
        content = source.checksum
    }
}
