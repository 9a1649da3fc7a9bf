// The idea: the window itself shows how many of its bits are used up, so that no step counts bits. The window contains
// the next bits, then a one and zeros; the number of zeros is the number of bits that are used up.
//
// Bounds of the pointers: the bytes end in a fence of ones in which no symbol begins (EntropyBytes). So `position` is
// at most 30 bits after a segment's end, and a load begins at most 63 bits after that. A peek is an index below
// `PeekWidth.values` into one of the component's tables. Values are stored inside the slot (SlotLayout). The slot after
// the last one of a row has a table that only leads to the slow path, so `slot` never passes it.

/// The decoding state of a stream, which stays in registers while the loop runs.
@safe struct BlockCursor {
    /// The next bits, from the most significant one on, then a one and zeros; at least 56 bits after a refill.
    var window: UInt64 = 1 << 63
    /// The bytes from which the window was loaded; while bits are counted, the byte after the last whole one in the
    /// window.
    var source: UnsafeRawPointer
    /// While bits are counted, the number of bits left in the window, in the lowest 6 bits.
    var left: UInt64 = 0
    /// Zig-zag position of the next coefficient, 0...63, at the same bits as the advance in entries.
    var progress: UInt32 = 0
    var slot: UnsafeMutableRawPointer
    /// The table for the next symbols.
    var table: UnsafeRawPointer
    /// While bits are counted, the first tables of the current block and of the next one.
    var bases: (here: UnsafeRawPointer, next: UnsafeRawPointer)
    /// The places of coefficients in large slots; see `CoefficientPlaces`.
    let places: UnsafeRawPointer
    /// The unstuffed bytes.
    private let bytes: UnsafeRawPointer
    /// Number of readable bytes; used only by assertions.
    private let byteCount: Int

    init(
        slot: UnsafeMutableRawPointer, table: UnsafeRawPointer, places: UnsafeRawPointer, bytes: UnsafeRawPointer,
        byteCount: Int
    ) {
        unsafe self.slot = slot
        unsafe self.table = table
        unsafe self.places = places
        unsafe self.bytes = bytes
        unsafe source = bytes
        unsafe bases = (table, table)
        self.byteCount = byteCount
    }

    /// Zig-zag position of the next coefficient, 0...63.
    @inline(__always)
    var index: Int {
        get { Int(progress &>> LookupEntry.advanceShift) }
        set { progress = UInt32(truncatingIfNeeded: newValue) &<< LookupEntry.advanceShift }
    }

    /// Position of the next bit, counted from the first of the unstuffed bytes. A refill has to follow a change.
    var position: Int {
        get { unsafe (source - bytes) &* 8 &+ window.trailingZeroBitCount }
        set {
            unsafe source = bytes + newValue &>> 3
            window = 1 &<< UInt64(truncatingIfNeeded: newValue & 7)
        }
    }

    /// The next `bits` bits, 1...56.
    @inline(__always)
    func peek(_ bits: Int) -> Int { Int(truncatingIfNeeded: window &>> UInt64(truncatingIfNeeded: 64 &- bits)) }

    /// Skips `bits` bits; a refill has to follow.
    @inline(__always)
    mutating func skip(_ bits: Int) { window = window &<< UInt64(truncatingIfNeeded: bits) }

    /// Loads the next bits.
    @inline(__always)
    mutating func refill() {
        let used = window.trailingZeroBitCount
        unsafe source += used &>> 3
        window = (nextEight | 1) &<< UInt64(truncatingIfNeeded: used & 7)
    }

    /// The next eight bytes of the source.
    @inline(__always)
    private var nextEight: UInt64 {
        assert(unsafe source >= bytes && source - bytes + 8 <= byteCount)
        return UInt64(bigEndian: unsafe source.loadUnaligned(as: UInt64.self))
    }

    /// The first of the block's tables.
    @inline(__always)
    var base: UnsafeRawPointer { unsafe slot.load(as: UnsafeRawPointer.self) }

    /// Starts at the slot's first coefficient.
    @inline(__always)
    mutating func beginBlock() {
        progress = 0
        unsafe table = base
    }
}

/// A stream that advances alone waits for its own loads. Then bits are counted, because bytes can be loaded before the
/// last shift is done. The tables of the next block are loaded before the block's end is known.
extension BlockCursor {
    /// Begins to count bits; `refillCounted` has to follow.
    @inline(__always)
    mutating func beginCounting<Layout: SlotLayout>(_ layout: Layout.Type) {
        let position = position
        unsafe source = bytes + position &>> 3
        window = 0
        left = 0
        refillCounted()
        skip(position & 7)
        left = left &- UInt64(truncatingIfNeeded: position & 7)
        unsafe bases.here = base
        unsafe bases.next = slot.load(fromByteOffset: Layout.stride, as: UnsafeRawPointer.self)
    }

    /// Ends the counting of bits; a refill has to follow.
    @inline(__always)
    mutating func endCounting() { position = unsafe (source - bytes) &* 8 &- Int(left & 63) }

    /// Loads the next bits.
    @inline(__always)
    mutating func refillCounted() {
        window |= nextEight &>> left
        unsafe source += Int(truncatingIfNeeded: (~left & 63) &>> 3)
        left |= 56
    }
}

// The idea: symbols that look-up tables do not contain are read one by one, as T.81 describes it (annex F.2.2).

extension BlockCursor {
    /// Reads one symbol and its value; returns false without a valid symbol, or if a coefficient would be after the
    /// 64th.
    mutating func takeSymbol<Layout: SlotLayout>(_ layout: Layout.Type, _ tables: LookupTables) -> Bool {
        refill()
        var index = index
        let peeked = peek(16)
        guard let (symbol, length) = index == 0 ? tables.dc.symbol(at: peeked) : tables.ac.symbol(at: peeked) else {
            return false
        }
        let size = symbol & 15
        skip(length)
        let raw = size == 0 ? 0 : peek(size)
        skip(size)
        let endsBlock = index > 0 && symbol == 0
        if !endsBlock {
            index += index == 0 ? 1 : symbol >> 4 + 1
            guard index <= 64 else { return false }
            if size > 0 || index == 1 {
                let value = size == 0 ? 0 : LookupEntry.extended(raw, size: size)
                unsafe Layout.store(value, in: slot, offset: Int(tables.places.offsets[index - 1]))
            }
        }
        if endsBlock || index == 64 {
            unsafe slot += Layout.stride
            beginBlock()
        } else {
            self.index = index
            unsafe table = base + min(index, tables.places.tableCount - 1) * PeekWidth.tableBytes
        }
        refill()
        return true
    }
}
