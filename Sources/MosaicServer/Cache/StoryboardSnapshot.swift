import Mosaic
import Synchronization
import WebVTT

/// One revision of a storyboard, ready for look-ups.
final class StoryboardSnapshot: Sendable {
    /// The record.
    let storyboard: Storyboard
    private let index: TimeIndex
    private let hashes = Mutex<[Int: String]>([:])

    /// Indexes a record.
    init(_ storyboard: Storyboard) {
        self.storyboard = storyboard
        index = TimeIndex(
            starts: storyboard.tiles.map(\.start.milliseconds),
            ends: storyboard.tiles.map { ($0.end ?? max(.openEnd, $0.start)).milliseconds })
    }

    /// The tile of a time; nil where the policy has none.
    func tile(at time: Timestamp, _ policy: LookupPolicy) -> Int? { index.lookup(time, policy: policy) }

    /// The tile of a chapter; nil without one.
    func tile(ofChapter chapter: Int) -> Int? { storyboard.tiles.firstIndex { $0.chapter == chapter } }

    /// The hash in a tile's name; nil where it is not computed yet.
    func knownHash(of tile: Int) -> String? { hashes.withLock { $0[tile] } }

    /// Keeps the hash in a tile's name.
    func keep(_ hash: String, of tile: Int) { hashes.withLock { $0[tile] = hash } }
}
