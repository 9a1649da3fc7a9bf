/// Counts how much of what a job is complete with is published.
struct ChapterCount: Sendable {
    private let expected: ExpectedChapters?
    /// How many there will be; as many as there are where nobody knows, nil where there is nothing yet.
    let total: Int?

    /// - Parameter arrived: Screenshots that are there.
    init(of request: JobRequest, arrived: Int) {
        expected = request.expected
        total = request.expected?.total ?? (arrived > 0 ? arrived : nil)
    }

    /// Tiles that show their screenshots; of expected chapters that have numbers only theirs.
    func have(in storyboard: Storyboard?) -> Int {
        let shown = storyboard?.tiles.filter { $0.state != .placeholder } ?? []
        switch expected {
        case nil, .count: return shown.count
        case .list(let chapters):
            let wanted = Set(chapters.map(\.index))
            return Set(shown.compactMap(\.chapter)).intersection(wanted).count
        }
    }

    /// A number as it is told: never more than there will be.
    func shown(_ count: Int) -> Int { min(count, total ?? count) }
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
