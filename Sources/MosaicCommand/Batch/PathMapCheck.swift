import Foundation
import Mosaic
import MosaicLibrary
import Synchronization

/// Notes which maps of paths match films of a batch: one that matches none is a mistake.
final class PathMapCheck: Sendable {
    private let unmatched: Mutex<[PathMap]>

    init(_ maps: [PathMap]) { unmatched = Mutex(maps) }

    func note(_ entry: Batch.Entry?) {
        guard case .item(let item) = entry, let film = item.request.source.filmPath else { return }
        unmatched.withLock { maps in
            guard !maps.isEmpty else { return }
            let path = URL(fileURLWithPath: film).standardizedFileURL.path
            maps.removeAll { $0.matches(path) }
        }
    }

    /// One sentence on each map that matched no film.
    var remarks: [String] {
        unmatched.withLock { maps in maps.map { "--path-map \($0) matches no film of this batch." } }
    }
}
