public import Mosaic

/// One of several equal parts of all storyboards, told by a hash of the id: every machine tells it alike.
public struct Shard: Hashable, Sendable, CustomStringConvertible {
    /// The most parts.
    public static let maximumCount = 100_000

    /// Which part, 1...`count`.
    public let index: Int
    /// How many parts there are, 1...``maximumCount``.
    public let count: Int

    /// Names a part; nil where there is no such part.
    public init?(index: Int, count: Int) {
        guard (1...Self.maximumCount).contains(count), (1...count).contains(index) else { return nil }
        self.index = index
        self.count = count
    }

    /// Whether a storyboard belongs to this part.
    public func contains(_ id: StoryboardID) -> Bool {
        let number = ContentHash(of: Array(id.rawValue.utf8)).bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return number % UInt64(count) == UInt64(index - 1)
    }

    /// `index/count`.
    public var description: String { "\(index)/\(count)" }
}
