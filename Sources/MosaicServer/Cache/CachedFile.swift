import Hummingbird
import Mosaic
import Synchronization
import TiledJPEG

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
