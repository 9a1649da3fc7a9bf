/// What a batch came to; results are counted and not kept.
public struct BatchSummary: Hashable, Sendable {
    /// How many reasons are kept.
    private static let reasonsKept = 5

    /// Storyboards that were composed.
    public private(set) var composed = 0
    /// Storyboards that were up to date.
    public private(set) var unchanged = 0
    /// Storyboards that could not be made.
    public private(set) var failed = 0
    /// Tiles of the composed ones.
    public private(set) var tiles = 0
    /// Tiles of those that were moved out of earlier publications.
    public private(set) var reusedTiles = 0
    /// The first failures, each with the storyboard's name.
    public private(set) var reasons: [String] = []

    /// Nothing yet.
    public init() {}

    /// All that have a result.
    public var total: Int { composed + unchanged + failed }

    /// Counts a result.
    public mutating func add(_ result: BatchResult) {
        switch result.outcome {
        case .composed: composed += 1
        case .unchanged: unchanged += 1
        case .failed:
            failed += 1
            guard reasons.count < Self.reasonsKept, let reason = result.reason else { break }
            let name = result.label.source ?? result.label.id?.rawValue
            reasons.append(name.map { "\($0): \(reason)" } ?? reason)
        }
        tiles += result.counts?.tiles ?? 0
        reusedTiles += result.counts?.reusedTiles ?? 0
    }
}
