import Hummingbird
import Mosaic
import MosaicLibrary
import Synchronization
import TiledJPEG
import WebVTT

/// A document or sheet in memory, with the values derived from it.
final class CachedFile: Sendable {
    /// The file as it is sent.
    let body: BufferedResponse
    /// The store's metadata before the file was read.
    let status: ObjectStatus
    private let parsed = Mutex(Parsed())

    private struct Parsed {
        var snapshot: StoryboardSnapshot?
        var grid: RestartGrid?
    }

    /// Takes a file that was read.
    init(_ body: BufferedResponse, status: ObjectStatus) {
        self.body = body
        self.status = status
    }

    /// The record in the bytes; parsed at the first call.
    ///
    /// - Throws: `malformed`.
    func snapshot() throws -> StoryboardSnapshot {
        try parsed.withLock { parsed in
            if let snapshot = parsed.snapshot { return snapshot }
            let snapshot = StoryboardSnapshot(try Storyboard(parsing: Array(body.bytes.readableBytesView)))
            parsed.snapshot = snapshot
            return snapshot
        }
    }

    /// Whether responses with another file would be equal, so that values derived from this one stay valid.
    func isSame(as other: CachedFile) -> Bool {
        status.modified == other.status.modified && body.bytes == other.body.bytes
    }

    /// The approximate memory of the file and of derived values, which take as much again.
    var byteCount: Int {
        let isMade = parsed.withLock { $0.snapshot != nil || $0.grid != nil }
        return body.bytes.readableBytes * (isMade ? 2 : 1)
    }

    /// The parsed record where it exists and is not being parsed; does not wait.
    var knownSnapshot: StoryboardSnapshot? { parsed.withLockIfAvailable { $0.snapshot } ?? nil }

    /// The tiles in the bytes; parsed at the first call.
    ///
    /// - Throws: `malformed` if they are not a sheet of tiles.
    func grid() throws -> RestartGrid {
        try parsed.withLock { parsed in
            if let grid = parsed.grid { return grid }
            do throws(TiledJPEGError) {
                let grid = try RestartGrid(parsing: Array(body.bytes.readableBytesView))
                parsed.grid = grid
                return grid
            } catch {
                throw MosaicError(.malformed, status.key.rawValue, error.reason)
            }
        }
    }
}

/// Bodies derived from cached files, such as tiles cut from a sheet: cached within a budget, as long as those files are
/// current.
typealias DerivedCache = DerivedValues<BufferedResponse>

/// Values derived from cached files: cached within a budget, as long as those files are current.
final class DerivedValues<Value: Sendable>: Sendable {
    private struct Made {
        let value: Value
        let files: [Source]
    }

    /// A weak reference to a file: without the file its derived values are useless, and its bytes are not counted here.
    private struct Source {
        weak var file: CachedFile?
    }

    private let held: Mutex<LRUCache<String, Made>>

    /// Creates an empty cache; `budget` is in bytes, 0 or more.
    init(budget: Int) { held = Mutex(LRUCache(budget: budget)) }

    /// The value of that name; nil where it was derived from other files, or is not cached.
    func value(_ name: String, of files: [CachedFile]) -> Value? {
        guard let made = held.withLock({ $0.value(name) }), made.files.elementsEqual(files, by: { $0.file === $1 })
        else { return nil }
        return made.value
    }

    /// Caches a value with its size in bytes while these files are current.
    func keep(_ value: Value, _ name: String, bytes: Int, of files: [CachedFile]) {
        held.withLock { $0.insert(Made(value: value, files: files.map { Source(file: $0) }), name, cost: bytes) }
    }

    /// Removes every value whose name begins with the prefix.
    func invalidate(prefix: String) { held.withLock { $0.remove(prefix: prefix) } }

    /// Removes every value.
    ///
    /// - Returns: The bytes that are free now.
    func purge() -> Int { held.withLock { $0.removeAll() } }

    /// The cached bytes.
    var bytes: Int { held.withLock { $0.cost } }
}

extension DerivedValues where Value == BufferedResponse {
    /// The body of that name; nil where it was derived from other files, or is not cached.
    func body(_ name: String, of files: CachedFile...) -> BufferedResponse? { value(name, of: files) }

    /// Caches a body as long as these files are current.
    func keep(_ body: BufferedResponse, _ name: String, of files: CachedFile...) { keep(body, name, of: files) }

    /// Caches a body as long as these files are current.
    func keep(_ body: BufferedResponse, _ name: String, of files: [CachedFile]) {
        keep(body, name, bytes: body.bytes.readableBytes + Self.overhead, of: files)
    }

    /// The approximate memory of a body besides its bytes: names and fields.
    private static var overhead: Int { 1_024 }
}

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
