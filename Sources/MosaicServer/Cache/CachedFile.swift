import Hummingbird
import Mosaic
import MosaicLibrary
import Synchronization
import TiledJPEG
import WebVTT

/// A document or sheet in memory, with the values derived from it.
final class CachedFile: Sendable {
    /// The response body of the file.
    let body: BufferedResponse
    /// The store's metadata, read before the file.
    let status: ObjectStatus
    private let parsed = Mutex(Parsed())

    private struct Parsed {
        var snapshot: StoryboardSnapshot?
        var grid: RestartGrid?
    }

    init(_ body: BufferedResponse, status: ObjectStatus) {
        self.body = body
        self.status = status
    }

    /// The record in the file; parsed at the first call.
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

    /// Whether another file has the same bytes and modification time, so that values derived from this file stay valid.
    func isSame(as other: CachedFile) -> Bool {
        status.modified == other.status.modified && body.bytes == other.body.bytes
    }

    /// The approximate memory of the file in bytes. Derived values count as much as the file.
    var byteCount: Int {
        let isMade = parsed.withLock { $0.snapshot != nil || $0.grid != nil }
        return body.bytes.readableBytes * (isMade ? 2 : 1)
    }

    /// The record if it is already parsed and no other thread is parsing; does not wait.
    var knownSnapshot: StoryboardSnapshot? { parsed.withLockIfAvailable { $0.snapshot } ?? nil }

    /// The tiles in the file; parsed at the first call.
    ///
    /// - Throws: `malformed` if the file is not a sheet of tiles.
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

/// A cache of bodies derived from cached files, such as tiles cut from a sheet.
typealias DerivedCache = DerivedValues<BufferedResponse>

/// A cache of values derived from cached files, within a budget. A value is valid while its files are current.
final class DerivedValues<Value: Sendable>: Sendable {
    private struct Made {
        let value: Value
        let files: [Source]
    }

    /// A weak reference to a file. Without the file its derived values are useless, and the budget does not count the
    /// file's bytes.
    private struct Source {
        weak var file: CachedFile?
    }

    private let held: Mutex<LRUCache<String, Made>>

    /// Creates an empty cache; `budget` is in bytes, 0 or more.
    init(budget: Int) { held = Mutex(LRUCache(budget: budget)) }

    /// The value of a name; `nil` if it was derived from other files or is not cached.
    func value(_ name: String, of files: [CachedFile]) -> Value? {
        guard let made = held.withLock({ $0.value(name) }), made.files.elementsEqual(files, by: { $0.file === $1 })
        else { return nil }
        return made.value
    }

    /// Caches a value of `bytes` bytes while its files are current.
    func keep(_ value: Value, _ name: String, bytes: Int, of files: [CachedFile]) {
        held.withLock { $0.insert(Made(value: value, files: files.map { Source(file: $0) }), name, cost: bytes) }
    }

    /// Removes every value whose name begins with the prefix.
    func invalidate(prefix: String) { held.withLock { $0.remove(prefix: prefix) } }

    /// Removes every value.
    ///
    /// - Returns: The number of bytes freed.
    func purge() -> Int { held.withLock { $0.removeAll() } }

    /// The size of all cached values in bytes.
    var bytes: Int { held.withLock { $0.cost } }
}

extension DerivedValues where Value == BufferedResponse {
    /// The body of a name; `nil` if it was derived from other files or is not cached.
    func body(_ name: String, of files: CachedFile...) -> BufferedResponse? { value(name, of: files) }

    /// Caches a body while its files are current.
    func keep(_ body: BufferedResponse, _ name: String, of files: CachedFile...) { keep(body, name, of: files) }

    /// Caches a body while its files are current.
    func keep(_ body: BufferedResponse, _ name: String, of files: [CachedFile]) {
        keep(body, name, bytes: body.bytes.readableBytes + Self.overhead, of: files)
    }

    /// The approximate memory of a body's name and header fields in bytes.
    private static var overhead: Int { 1_024 }
}

/// One revision of a storyboard, ready for look-ups.
final class StoryboardSnapshot: Sendable {
    let storyboard: Storyboard
    private let index: TimeIndex
    private let hashes = Mutex<[Int: String]>([:])

    /// Creates the snapshot and its time index.
    init(_ storyboard: Storyboard) {
        self.storyboard = storyboard
        index = TimeIndex(
            starts: storyboard.tiles.map(\.start.milliseconds),
            ends: storyboard.tiles.map { ($0.end ?? max(.openEnd, $0.start)).milliseconds })
    }

    /// The index of the tile at a time; `nil` if the policy selects none.
    func tile(at time: Timestamp, _ policy: LookupPolicy) -> Int? { index.lookup(time, policy: policy) }

    /// The index of a chapter's tile; `nil` if there is none.
    func tile(ofChapter chapter: Int) -> Int? { storyboard.tiles.firstIndex { $0.chapter == chapter } }

    /// The hash in a tile's name; `nil` if it is not computed yet.
    func knownHash(of tile: Int) -> String? { hashes.withLock { $0[tile] } }

    /// Keeps the hash in a tile's name.
    func keep(_ hash: String, of tile: Int) { hashes.withLock { $0[tile] = hash } }
}
