internal import ScaledJPEG
internal import Synchronization

/// Tile makers that wait for the next screenshots.
///
/// A new maker builds tables and filters, which takes as long as a tile: where many storyboards are made one after
/// another, it is taken from here and comes back. Makers of one pool share the tables of their decoders.
package final class TileMakerPool: Sendable {
    /// A maker that nobody uses: the pool has the only reference to it, and gives that away before anyone calls it.
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

    /// - Parameter keptBytes: What the planes of all that wait may hold, so that one huge picture is not paid for ever
    ///   after.
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

    /// How many wait, for tests.
    var count: Int { idle.withLock(\.count) }
}
