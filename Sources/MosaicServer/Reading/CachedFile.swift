import Hummingbird
import Mosaic
import Synchronization
import TiledJPEG

/// A document or sheet in memory, and what was made of it since.
final class CachedFile: Sendable {
    /// The file as it is sent.
    let body: ServedBody
    /// What the store said of it before it was read.
    let status: ObjectStatus
    private let parsed = Mutex(Parsed())

    private struct Parsed {
        var snapshot: StoryboardSnapshot?
        var grid: RestartGrid?
    }

    /// Takes a file that was read.
    init(_ body: ServedBody, status: ObjectStatus) {
        self.body = body
        self.status = status
    }

    /// The record that the bytes hold; read at the first call.
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

    /// What the file takes in memory, about: what was made of it as much again.
    var byteCount: Int {
        let isMade = parsed.withLock { $0.snapshot != nil || $0.grid != nil }
        return body.bytes.readableBytes * (isMade ? 2 : 1)
    }

    /// The same record where it was read before, and nobody is reading it now; takes no time.
    var knownSnapshot: StoryboardSnapshot? { parsed.withLockIfAvailable { $0.snapshot } ?? nil }

    /// The tiles that the bytes hold; found at the first call.
    ///
    /// - Throws: `malformed` where they are no sheet of tiles.
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
