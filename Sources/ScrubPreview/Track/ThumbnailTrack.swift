public import Foundation
import HTTPFetching
public import WebVTT

/// A thumbnail track for a player: finds tiles by playback time, and caches sheets in bounded memory.
///
/// Look-ups are synchronous, on any thread, and allocate nothing. A sheet is downloaded when one of its tiles is
/// requested, and cached within a budget in bytes.
///
/// ```swift
/// let track = try await ThumbnailTrack.load(from: vttURL)
/// if let tile = track.tile(at: .seconds(83.5)) {
///     let picture = try await track.picture(for: tile)
/// }
/// ```
///
/// A lock protects the state instead of an actor, because a scrub bar cannot wait for an actor.
public final class ThumbnailTrack: Sendable {
    /// The state while a track is loaded.
    struct Loaded {
        var timetable: TileIndex
        let reader: ResourceReader
        let downloads: SheetDownloads
        let report: LoadReport
        let number: Int
        var scrub = Scrub()
        /// The last requested tile; only its picture counts as shown.
        var wanted: PreviewTile?
        /// Sheets that are not prefetched: their download failed, or they did not fit into the cache.
        var unfit: Set<Int> = []
        /// The prefetch in progress.
        var prefetching: Task<Int, any Error>?
    }

    struct State {
        var loaded: Loaded?
        var cache: SheetCache
        /// Number of loads and resets so far; results of an earlier load are stale.
        var count = 0
        var loading: Task<(TileIndex, LoadReport), any Error>?
        var pressureWatch: Task<Void, Never>?
    }

    /// Options of loading, look-ups and caching.
    public let options: Options
    let state: Locked<State>

    /// Creates a track without thumbnails; ``load(from:)-(URL)`` fills it.
    public init(options: Options = Options()) {
        self.options = options
        state = Locked(State(cache: SheetCache(budget: options.byteBudget)))
    }

    deinit {
        state.withLock { state in
            state.loading?.cancel()
            state.pressureWatch?.cancel()
            state.loaded?.prefetching?.cancel()
            state.loaded?.downloads.cancelAll(isFinal: true)
        }
    }

    /// Creates a track and loads it from an `http`, `https` or `file` URL.
    ///
    /// - Throws: See ``load(from:)-(URL)``.
    public static func load(from url: URL, options: Options = Options()) async throws -> ThumbnailTrack {
        let track = ThumbnailTrack(options: options)
        try await track.load(from: url)
        return track
    }

    /// Changes the state. Releases evicted items outside the lock, because the deinitializer of a host's image may take
    /// the lock.
    func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        let (result, released) = state.withLock { state in (body(&state), state.cache.takeReleased()) }
        withExtendedLifetime(released) {}
        return result
    }

    /// Facts about the loaded track; nil without one.
    public var report: LoadReport? { state.withLock { $0.loaded?.report } }

    /// Number of thumbnails; 0 if no track is loaded.
    public var count: Int { state.withLock { $0.loaded?.timetable.entries.count ?? 0 } }

    /// Size of cached sheets and decoded images in bytes, 0...`options.byteBudget`.
    ///
    /// Downloads in progress are not included. There are at most `options.maximumDownloads`, each within the size limit
    /// of a sheet.
    public var heldByteCount: Int { state.withLock { $0.cache.byteCount } }
}

/// The direction of a scrub, derived from the requested tiles.
struct Scrub: Sendable {
    private var last: Int?

    /// Records the number of the requested tile.
    ///
    /// - Returns: 1 towards the end, -1 towards the start; nil for the first tile and for a repeated one.
    mutating func move(to tile: Int) -> Int? {
        defer { last = tile }
        guard let last, last != tile else { return nil }
        return tile > last ? 1 : -1
    }
}

#if canImport(CoreMedia)
    public import CoreMedia
    public import WebVTT

    extension ThumbnailTrack {
        /// The tile for a time of `AVPlayer`, without allocating; nil if the policy selects no tile, or no track is
        /// loaded.
        ///
        /// An invalid or indefinite time has no tile. A negative time counts as the start, positive infinity as the
        /// end. No Apple toolchain has compiled this part so far.
        ///
        /// - Parameter policy: Nil uses the policy of the options.
        public func tile(at time: CMTime, policy: LookupPolicy? = nil) -> PreviewTile? {
            tile(at: Timestamp(time), policy: policy)
        }
    }

    extension Timestamp {
        /// A media time, rounded to the nearest millisecond and clamped to 0...2^53 ms; nil for an invalid or
        /// indefinite time.
        public init?(_ time: CMTime) {
            guard time.isValid, !time.isIndefinite else { return nil }
            // An infinite `CMTime` has no numeric value to convert.
            self.init(seconds: time.isPositiveInfinity ? .infinity : time.isNegativeInfinity ? 0 : time.seconds)
        }
    }
#endif

extension ThumbnailTrack {
    /// The tile for a playback time, without allocating; nil if the policy selects no tile, or no track is loaded.
    ///
    /// | policy | before the first | inside | in a gap | past the last |
    /// |---|---|---|---|---|
    /// | `active` | nil | that tile | nil | nil |
    /// | `hold` | nil | that tile | the one before | the last |
    /// | `nearest` | the first | that tile | the nearer one | the last |
    /// | `next` | the first | the next start | the one after | the last |
    ///
    /// Pass a player's position as `.seconds(position)`. Players report NaN while they have no position; `seconds`
    /// returns nil for it.
    ///
    /// - Parameters:
    ///   - time: Nil has no tile.
    ///   - policy: Nil uses the policy of the options.
    public func tile(at time: Timestamp?, policy: LookupPolicy? = nil) -> PreviewTile? {
        guard let time else { return nil }
        let policy = policy ?? options.policy
        return state.withLock { $0.loaded?.timetable.tile(at: time, policy: policy) }
    }

    /// The tile with a number in time order, from 0; nil if the number is out of range.
    public func tile(numbered number: Int) -> PreviewTile? {
        let policy = options.policy
        return state.withLock { state in
            guard let timetable = state.loaded?.timetable, timetable.entries.indices.contains(number) else {
                return nil
            }
            return timetable.tile(numbered: number, policy: policy)
        }
    }
}

extension Timestamp {
    /// A playback time in seconds, rounded to the nearest millisecond and clamped to 0...2^53 ms; nil for NaN.
    public static func seconds(_ seconds: Double) -> Timestamp? {
        Timestamp(seconds: seconds)
    }
}

extension ThumbnailTrack {
    /// Caches a picture that the host decoded, within the budget that it shares with the sheets.
    ///
    /// - Parameters:
    ///   - image: Returned by ``heldImage(for:as:)`` until it is evicted.
    ///   - byteCount: Size of the image in bytes: for a bitmap, bytes per row times rows.
    ///   - tile: The tile that the image shows.
    /// - Returns: False if the cache has no room for the image in addition to the shown items, or if the tile belongs
    ///   to another load.
    @discardableResult
    public func hold<Image: Sendable>(_ image: Image, byteCount: Int, for tile: PreviewTile) -> Bool {
        change { state in
            guard state.loaded?.number == tile.load else { return false }
            return state.cache.insert(image, byteCount: byteCount, for: .image(tile.index))
        }
    }

    /// The cached picture of a tile; nil without one, and for a picture of another type.
    public func heldImage<Image: Sendable>(for tile: PreviewTile, as type: Image.Type = Image.self) -> Image? {
        state.withLock { state in
            guard state.loaded?.number == tile.load else { return nil }
            return state.cache.use(.image(tile.index)) as? Image
        }
    }

    /// Frees memory; look-ups still work, and evicted sheets are downloaded again when needed.
    ///
    /// - Parameter level: `low` frees all but shown items and cancels prefetches; `critical` frees shown items, too,
    ///   and cancels every download.
    /// - Returns: Number of bytes freed.
    @discardableResult
    public func purge(_ level: MemoryPressure) -> Int {
        change { state in
            state.loaded?.prefetching?.cancel()
            switch level {
            case .low:
                state.loaded?.downloads.cancelPrefetches()
                return state.cache.purge(keepingShown: true)
            case .critical:
                state.loaded?.downloads.cancelAll(isFinal: false)
                state.loaded?.wanted = nil
                state.cache.show([])
                return state.cache.purge(keepingShown: false)
            }
        }
    }
}
