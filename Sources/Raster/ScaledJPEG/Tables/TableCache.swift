// The idea: nearly all files of a video use the same tables, so they are made once. Streams keep references to their
// tables, so evicting tables does not affect files in decoding.

import Synchronization
import TiledJPEG

/// The look-up tables that were used last; decoders on several threads may share them.
public final class TableCache: Sendable {
    private struct Key: Equatable {
        let dc: JPEGHuffmanTable
        let ac: JPEGHuffmanTable
        let scale: JPEGScale
    }

    private static var capacity: Int { 8 }
    /// Those used last stand last.
    private let entries = Mutex<[(key: Key, tables: LookupTables)]>([])

    /// Makes an empty cache.
    public init() {}

    /// The tables of a pair of codes: quick ones for the first request, thorough ones for later requests.
    ///
    /// A thread waits while another one makes the tables, which takes less time than making them twice.
    func tables(dc: JPEGHuffmanTable, ac: JPEGHuffmanTable, _ scale: JPEGScale) -> LookupTables {
        let key = Key(dc: dc, ac: ac, scale: scale)
        return entries.withLock { entries in
            let known = entries.firstIndex { $0.key == key }.map { entries.remove(at: $0).tables }
            let tables: LookupTables
            if let known, known.isThorough {
                tables = known
            } else {
                tables = LookupTables(dc: dc, ac: ac, CoefficientPlaces(scale), isThorough: known != nil)
            }
            if entries.count == Self.capacity { entries.removeFirst() }
            entries.append((key, tables))
            return tables
        }
    }
}
