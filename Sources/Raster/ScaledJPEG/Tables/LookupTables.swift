// The idea: the position in the block decides which values are needed, so a pair of Huffman codes has several tables at
// a scale. Table 0 begins with a DC difference. Table n, up to the last but one, begins at zig-zag position n. The last
// one begins after all needed coefficients and stores no value. At one half, a single table serves all positions after
// DC and keeps every value.

import TiledJPEG

/// The look-up tables of a component, and its codes for symbols that the tables do not contain.
///
/// Unchecked because `memory` is written only during initialization, so threads may share the object.
@safe final class LookupTables: @unchecked Sendable {
    let dc: CanonicalCode
    let ac: CanonicalCode
    /// The places of the scale's coefficients in a slot.
    let places: CoefficientPlaces
    let isThorough: Bool
    private let memory: TableMemory

    /// The first table; valid as long as the object exists.
    var start: UnsafeRawPointer { unsafe memory.start }

    /// - Parameter isThorough: Whether entries hold as many symbols as possible. Building such entries takes longer
    ///   than they save for a single file.
    init(dc dcTable: JPEGHuffmanTable, ac acTable: JPEGHuffmanTable, _ places: CoefficientPlaces, isThorough: Bool) {
        self.places = places
        self.isThorough = isThorough
        dc = .dc(dcTable)
        ac = .ac(acTable)
        memory = TableMemory(tables: places.tableCount)
        memory.belong(to: self)
        let quick = QuickLookupBuilder(dc: dc, ac: ac, places: places)
        for table in 0..<places.tableCount {
            let start = LookupStart(table, places)
            let target = unsafe UnsafeMutableBufferPointer(
                start: memory.words + table * PeekWidth.values, count: PeekWidth.values)
            if isThorough {
                let builder = LookupBuilder(dc: dc.short, ac: ac.short, places: places, start: start)
                for value in 0..<PeekWidth.values { unsafe target[value] = builder.entry(for: value) }
            } else {
                unsafe quick.fill(target, start)
            }
        }
    }
}

// The idea: a slot contains only the address of its component's first table. The address of the tables' owner is stored
// before them, so that a symbol that they do not contain is read without a search for its codes.
//
// Bounds of the pointers: `start` always belongs to a `TableMemory`. The slots' row and the components of a stream keep
// the owners of the memory alive during the walk.

/// Memory of look-up tables.
@safe final class TableMemory {
    /// The first table's entries; valid as long as the object exists.
    let words: UnsafeMutablePointer<UInt32>
    private let memory: UnsafeMutableRawPointer

    /// Bytes before the first table: one cache line.
    private static var head: Int { 64 }

    /// Creates tables without an owner. Every entry leads to the slow path.
    init(tables: Int) {
        let count = tables * PeekWidth.values
        unsafe memory = .allocate(byteCount: Self.head + count * MemoryLayout<UInt32>.stride, alignment: Self.head)
        unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: Self.head)
        unsafe words = (memory + Self.head).initializeMemory(as: UInt32.self, repeating: LookupEntry.slow, count: count)
    }

    deinit { unsafe memory.deallocate() }

    /// The address of the first table.
    var start: UnsafeRawPointer { unsafe UnsafeRawPointer(words) }

    /// Records the owner of the tables. The owner retains this object; this object does not retain the owner.
    func belong(to owner: LookupTables) {
        unsafe memory.storeBytes(of: Unmanaged.passUnretained(owner).toOpaque(), as: UnsafeMutableRawPointer.self)
    }

    /// The owner of the tables that begin at `start`; nil for a stop table.
    @inline(__always)
    static func owner(of start: UnsafeRawPointer) -> Unmanaged<LookupTables>? {
        unsafe (start - head).load(as: UnsafeRawPointer?.self).map { unsafe Unmanaged.fromOpaque($0) }
    }
}

/// A table that sends every peek to the slow path; used by the slot after a row.
@safe final class StopTable {
    private let memory = TableMemory(tables: 1)

    /// The table; valid as long as the object exists.
    var start: UnsafeRawPointer { unsafe memory.start }
}

// The idea: nearly all files of a video use the same tables, so they are built once. Streams retain their tables, so
// evicting tables does not affect files in decoding.

import Synchronization
import TiledJPEG

/// The most recently used look-up tables; decoders on several threads may share a cache.
public final class TableCache: Sendable {
    private struct Key: Equatable {
        let dc: JPEGHuffmanTable
        let ac: JPEGHuffmanTable
        let scale: JPEGScale
    }

    private static var capacity: Int { 8 }
    /// In the order of their last use; the most recent is last.
    private let entries = Mutex<[(key: Key, tables: LookupTables)]>([])

    /// Creates an empty cache.
    public init() {}

    /// The tables of a pair of codes: quick ones for the first request, thorough ones for later requests.
    ///
    /// A thread waits while another thread builds the tables, which takes less time than building them twice.
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
