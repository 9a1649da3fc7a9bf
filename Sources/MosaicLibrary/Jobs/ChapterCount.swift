import Mosaic

/// Counts how much of what a job is complete with is published.
struct ChapterCount: Sendable {
    private let expected: ExpectedChapters?
    /// How many there will be; as many as there are where nobody knows, nil where there is nothing yet.
    let total: Int?

    /// How many have files, usable or not; of expected chapters that have numbers only theirs.
    let arrived: Int

    /// - Parameter screenshots: Those that are there.
    init(of request: JobRequest, _ screenshots: [Screenshot]) {
        expected = request.expected
        total = request.expected?.total ?? (screenshots.isEmpty ? nil : screenshots.count)
        arrived = Self.count(screenshots.lazy.map(\.chapter), of: request.expected)
    }

    /// Tiles that show their screenshots; of expected chapters that have numbers only theirs.
    func have(in storyboard: Storyboard?) -> Int {
        let shown = storyboard?.tiles.filter { $0.state != .placeholder } ?? []
        return Self.count(shown.lazy.map(\.chapter), of: expected)
    }

    /// A number as it is told: never more than there will be.
    func shown(_ count: Int) -> Int { min(count, total ?? count) }

    private static func count(_ numbers: some Collection<Int?>, of expected: ExpectedChapters?) -> Int {
        switch expected {
        case nil, .count: numbers.count
        case .list(let chapters): Set(numbers.compactMap { $0 }).intersection(chapters.map(\.index)).count
        }
    }
}

extension Storyboard {
    /// Whether a screenshot is here that an earlier edition does not have like this.
    func hasArrivals(since earlier: Storyboard?) -> Bool {
        let known = Set((earlier?.tiles ?? []).map(\.source).map(Arrival.init))
        return tiles.contains { $0.source.bytes != nil && !known.contains(Arrival($0.source)) }
    }
}

/// A file and what was in it.
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
