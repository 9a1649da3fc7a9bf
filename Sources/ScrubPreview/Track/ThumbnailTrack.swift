public import Foundation
import Synchronization

/// A thumbnail track as a player uses it: for any playback time the right tile, at once, in bounded memory.
///
/// Look-ups are synchronous, on any thread, and allocate nothing; sheets are downloaded when a tile of theirs is asked
/// for, and held within a budget of bytes.
///
/// ```swift
/// let track = try await ThumbnailTrack.load(from: vttURL)
/// if let tile = track.tile(at: .seconds(83.5)) {
///     let picture = try await track.picture(for: tile)
/// }
/// ```
///
/// State lies behind a lock and not in an actor, because a scrub bar cannot wait for its turn.
public final class ThumbnailTrack: Sendable {
    /// What there is while a track is loaded.
    struct Loaded {
        var timetable: Timetable
        let downloads: SheetDownloads
        let report: LoadReport
        let number: Int
        var scrub = Scrub()
        /// The tile asked for last; what arrives for another one is not what is shown.
        var wanted: PreviewTile?
        /// Sheets that are not fetched before they are needed: they failed, or found no room.
        var unfit: Set<Int> = []
    }

    struct State {
        var loaded: Loaded?
        var cache: SheetCache
        /// How many loads and resets there were: what belongs to an earlier one is stale.
        var count = 0
        var loading: Task<(Timetable, LoadReport), any Error>?
        var pressureWatch: Task<Void, Never>?
    }

    /// How the track is loaded, looked up and held.
    public let options: Options
    let state: Mutex<State>

    /// Makes a track without thumbnails; ``load(from:)`` fills it.
    public init(options: Options = Options()) {
        self.options = options
        state = Mutex(State(cache: SheetCache(budget: options.byteBudget)))
    }

    deinit {
        state.withLock { state in
            state.loading?.cancel()
            state.pressureWatch?.cancel()
            state.loaded?.downloads.cancelAll(isFinal: true)
        }
    }

    /// Loads a track from an `http`, `https` or `file` URL.
    ///
    /// - Throws: See ``load(from:)``.
    public static func load(from url: URL, options: Options = Options()) async throws -> ThumbnailTrack {
        let track = ThumbnailTrack(options: options)
        try await track.load(from: url)
        return track
    }

    /// Changes the state, and releases what left the cache outside the lock: a host's image may ask for the lock as it
    /// goes.
    func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        let (result, released) = state.withLock { state in (body(&state), state.cache.takeReleased()) }
        withExtendedLifetime(released) {}
        return result
    }

    /// What was found when the track was loaded; nil while there is none.
    public var report: LoadReport? { state.withLock { $0.loaded?.report } }

    /// How many thumbnails there are.
    public var count: Int { state.withLock { $0.loaded?.timetable.entries.count ?? 0 } }

    /// Bytes of sheets and decoded images held right now, 0...`options.byteBudget`.
    ///
    /// A download under way is not among them; there are at most `options.maximumDownloads`, none longer than a
    /// sheet may be.
    public var heldByteCount: Int { state.withLock { $0.cache.byteCount } }
}
