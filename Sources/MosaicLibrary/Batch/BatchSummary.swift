import Mosaic

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
    /// Tiles that show no picture, of composed and unchanged storyboards.
    public private(set) var placeholders = 0
    /// Storyboards that have such tiles.
    public private(set) var storyboardsWithPlaceholders = 0
    /// Why the first of them show none, each with the storyboard's name.
    public private(set) var placeholderReasons: [String] = []

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
            if let reason = result.reason { Self.keep(reason, of: result, in: &reasons) }
        }
        tiles += result.counts?.tiles ?? 0
        reusedTiles += result.counts?.reusedTiles ?? 0
        guard let found = result.placeholders, found.count > 0 else { return }
        placeholders += found.count
        storyboardsWithPlaceholders += 1
        for reason in found.reasons { Self.keep(reason, of: result, in: &placeholderReasons) }
    }

    private static func keep(_ reason: String, of result: BatchResult, in reasons: inout [String]) {
        guard reasons.count < reasonsKept else { return }
        let name = result.label.source ?? result.label.id?.rawValue
        reasons.append(name.map { "\($0): \(reason)" } ?? reason)
    }
}
