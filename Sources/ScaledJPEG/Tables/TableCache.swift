// The idea: nearly all files of a video use the same tables, so they are made once. Streams hold on to the tables
// that they use, so forgetting tables never takes them from a file in flight.

import ImageHeaders

/// The look-up tables that were used last.
struct TableCache {
    private struct Key: Equatable {
        let dc: JPEGHuffmanTable
        let ac: JPEGHuffmanTable
        let scale: JPEGScale
    }

    private static var capacity: Int { 8 }
    private var entries: [(key: Key, tables: LookupTables)] = []
    private var oldest = 0

    /// The tables of a pair of codes: made in a hurry at first, and thoroughly when they are asked for again.
    mutating func tables(dc: JPEGHuffmanTable, ac: JPEGHuffmanTable, _ scale: JPEGScale) -> LookupTables {
        let key = Key(dc: dc, ac: ac, scale: scale)
        let known = entries.firstIndex { $0.key == key }
        if let known, entries[known].tables.isThorough { return entries[known].tables }
        let made = LookupTables(dc: dc, ac: ac, CoefficientPlaces(scale), isThorough: known != nil)
        if let known {
            entries[known].tables = made
        } else if entries.count < Self.capacity {
            entries.append((key, made))
        } else {
            entries[oldest] = (key, made)
            oldest = (oldest + 1) % Self.capacity
        }
        return made
    }
}
