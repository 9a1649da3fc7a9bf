internal import Synchronization

/// A pool of idle tile makers.
///
/// A new maker builds tables and filters, which takes as long as a tile. So callers that compose many storyboards reuse
/// the makers of a pool. Makers of one pool share the tables of their decoders.
package final class TileMakerPool: Sendable {
    /// An idle maker. Unchecked because the pool has the only reference to the maker, and hands it over before it is
    /// used.
    private struct Idle: @unchecked Sendable {
        let maker: TileMaker
        let bytes: Int
    }

    /// In the order in which the makers were returned; the most recent is last.
    private let idle = Mutex<[Idle]>([])
    private let tables = TableCache()
    private let limit: Int
    private let keptBytes: Int

    /// Creates an empty pool.
    ///
    /// - Parameter limit: Maximum number of idle makers; each holds a few MB.
    package convenience init(limit: Int = 8) { self.init(limit: limit, keptBytes: 32 << 20) }

    /// - Parameter keptBytes: Maximum memory of the planes of all idle makers in bytes, so that one huge picture does
    ///   not cost memory forever.
    init(limit: Int, keptBytes: Int) {
        self.limit = limit
        self.keptBytes = keptBytes
    }

    /// Returns a maker for these settings: an idle one if there is one, otherwise a new one.
    ///
    /// - Throws: `invalidSettings`, `outOfMemory`.
    package func take(for settings: TileSettings) throws(ImageError) -> TileMaker {
        let waiting = idle.withLock { idle in
            idle.lastIndex { $0.maker.settings == settings }.map { idle.remove(at: $0) }
        }
        if let waiting { return waiting.maker }
        return try TileMaker(settings: settings, tables: tables)
    }

    /// Returns an unused maker to the pool. If the pool exceeds a limit, the makers that were idle longest are
    /// released.
    package func giveBack(_ maker: sending TileMaker) {
        let returned = Idle(maker: maker, bytes: maker.scratchBytes)
        idle.withLock { idle in
            idle.append(returned)
            while idle.count > limit || idle.reduce(0, { $0 + $1.bytes }) > keptBytes { idle.removeFirst() }
        }
    }

    /// Releases all idle makers.
    package func purge() { idle.withLock { $0.removeAll() } }

    /// The number of idle makers, for tests.
    var count: Int { idle.withLock(\.count) }
}
