package import Mosaic

/// One of several equal parts of all storyboards, selected by a hash of the id, the same on every machine.
package struct Shard: Hashable, Sendable, CustomStringConvertible {
    /// The most parts.
    package static let maximumCount = 100_000

    /// Which part, 1...`count`.
    package let index: Int
    /// How many parts there are, 1...``maximumCount``.
    package let count: Int

    /// Names a part; nil where there is no such part.
    package init?(index: Int, count: Int) {
        guard (1...Self.maximumCount).contains(count), (1...count).contains(index) else { return nil }
        self.index = index
        self.count = count
    }

    /// Whether a storyboard belongs to this part.
    package func contains(_ id: StoryboardID) -> Bool {
        let number = ContentHash(of: Array(id.rawValue.utf8)).bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return number % UInt64(count) == UInt64(index - 1)
    }

    /// `index/count`.
    package var description: String { "\(index)/\(count)" }
}
