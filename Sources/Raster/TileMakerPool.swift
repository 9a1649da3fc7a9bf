internal import Synchronization

/// Idle tile makers for reuse.
///
/// A new maker builds tables and filters, which takes as long as a tile: callers that compose many storyboards reuse
/// makers of a pool. Makers of one pool share the tables of their decoders.
package final class TileMakerPool: Sendable {
    /// An idle maker: the pool has the only reference to it, and hands that over before the maker is used.
    private struct Idle: @unchecked Sendable {
        let maker: TileMaker
        let bytes: Int
    }

    /// Those given back last stand last.
    private let idle = Mutex<[Idle]>([])
    private let tables = TableCache()
    private let limit: Int
    private let keptBytes: Int

    /// Makes an empty pool.
    ///
    /// - Parameter limit: The most makers that wait in it; each holds a few MB.
    package convenience init(limit: Int = 8) { self.init(limit: limit, keptBytes: 32 << 20) }

    /// - Parameter keptBytes: The most bytes of the planes of all idle makers, so that one huge picture does not cost
    ///   memory forever.
    init(limit: Int, keptBytes: Int) {
        self.limit = limit
        self.keptBytes = keptBytes
    }

    /// A maker for these settings: one that waits here, or else a new one.
    ///
    /// - Throws: `invalidSettings`, `outOfMemory`.
    package func take(for settings: TileSettings) throws(ImageError) -> TileMaker {
        let waiting = idle.withLock { idle in
            idle.lastIndex { $0.maker.settings == settings }.map { idle.remove(at: $0) }
        }
        if let waiting { return waiting.maker }
        return try TileMaker(settings: settings, tables: tables)
    }

    /// Takes a maker back that the caller does not use any more; those that waited longest go where there are too
    /// many.
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
