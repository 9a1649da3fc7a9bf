// The idea: a slot has nothing but the address of its component's first table. The owner of the tables is noted before
// them, so that a symbol that they do not contain is read without a search for its codes.
//
// What bounds the pointers: `start` is always that of a `TableMemory`, and the slots, the row that they belong to and the
// components of a stream keep the objects that have one for as long as the walk goes on.

/// Memory of look-up tables.
@safe final class TableMemory {
    /// The first table's entries; valid as long as the object lives.
    let words: UnsafeMutablePointer<UInt32>
    private let memory: UnsafeMutableRawPointer

    /// Bytes before the first table, a line of the cache.
    private static var head: Int { 64 }

    /// Makes tables without an owner. Every entry leads to the slow path.
    init(tables: Int) {
        let count = tables * PeekWidth.values
        unsafe memory = .allocate(byteCount: Self.head + count * MemoryLayout<UInt32>.stride, alignment: Self.head)
        unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: Self.head)
        unsafe words = (memory + Self.head).initializeMemory(as: UInt32.self, repeating: LookupEntry.slow, count: count)
    }

    deinit { unsafe memory.deallocate() }

    /// The first table.
    var start: UnsafeRawPointer { unsafe UnsafeRawPointer(words) }

    /// Records the owner of the tables. The owner keeps this object, which does not keep the owner.
    func belong(to owner: LookupTables) {
        unsafe memory.storeBytes(of: Unmanaged.passUnretained(owner).toOpaque(), as: UnsafeMutableRawPointer.self)
    }

    /// The owner of the tables that begin at `start`; nil for the table at which a walk stops.
    @inline(__always)
    static func owner(of start: UnsafeRawPointer) -> Unmanaged<LookupTables>? {
        unsafe (start - head).load(as: UnsafeRawPointer?.self).map { unsafe Unmanaged.fromOpaque($0) }
    }
}

/// A table that sends every peek to the slow path; used by the slot after a row.
@safe final class StopTable {
    private let memory = TableMemory(tables: 1)

    /// The table; valid as long as the object lives.
    var start: UnsafeRawPointer { unsafe memory.start }
}
