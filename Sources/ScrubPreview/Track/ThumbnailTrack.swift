public import Foundation
import HTTPFetching

/// A thumbnail track for a player: looks tiles up by playback time, and caches sheets in bounded memory.
///
/// Look-ups are synchronous, on any thread, and allocate nothing; a sheet is downloaded when one of its tiles is
/// requested, and cached within a budget of bytes.
///
/// ```swift
/// let track = try await ThumbnailTrack.load(from: vttURL)
/// if let tile = track.tile(at: .seconds(83.5)) {
///     let picture = try await track.picture(for: tile)
/// }
/// ```
///
/// The state has a lock and is not an actor, because a scrub bar cannot wait for an actor.
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
        /// Sheets that are not fetched before they are needed: they failed, or found no room.
        var unfit: Set<Int> = []
        /// The prefetch under way.
        var prefetching: Task<Int, any Error>?
    }

    struct State {
        var loaded: Loaded?
        var cache: SheetCache
        /// The number of loads and resets: data of an earlier one is stale.
        var count = 0
        var loading: Task<(TileIndex, LoadReport), any Error>?
        var pressureWatch: Task<Void, Never>?
    }

    /// Options of loading, look-ups and caching.
    public let options: Options
    let state: Locked<State>

    /// Makes a track without thumbnails; ``load(from:)-(URL)`` fills it.
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

    /// Loads a track from an `http`, `https` or `file` URL.
    ///
    /// - Throws: See ``load(from:)-(URL)``.
    public static func load(from url: URL, options: Options = Options()) async throws -> ThumbnailTrack {
        let track = ThumbnailTrack(options: options)
        try await track.load(from: url)
        return track
    }

    /// Changes the state, and releases evicted items outside the lock, because the deinitializer of a host's image may
    /// take the lock.
    func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        let (result, released) = state.withLock { state in (body(&state), state.cache.takeReleased()) }
        withExtendedLifetime(released) {}
        return result
    }

    /// Facts about the loaded track; nil without one.
    public var report: LoadReport? { state.withLock { $0.loaded?.report } }

    /// The number of thumbnails.
    public var count: Int { state.withLock { $0.loaded?.timetable.entries.count ?? 0 } }

    /// Bytes of cached sheets and decoded images, 0...`options.byteBudget`.
    ///
    /// Downloads under way are not included; there are at most `options.maximumDownloads`, none longer than the limit
    /// of a sheet.
    public var heldByteCount: Int { state.withLock { $0.cache.byteCount } }
}

/// The direction of a scrub, derived from the requested tiles.
struct Scrub: Sendable {
    private var last: Int?

    /// Takes the number of the next tile.
    ///
    /// - Returns: 1 towards the end, -1 towards the start, nil for the first tile and for the same one again.
    mutating func move(to tile: Int) -> Int? {
        defer { last = tile }
        guard let last, last != tile else { return nil }
        return tile > last ? 1 : -1
    }
}
