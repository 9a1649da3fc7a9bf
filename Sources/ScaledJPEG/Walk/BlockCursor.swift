// The idea: the hot loop. A stream is at some coefficient of some block; one step peeks at the next bits, loads their
// entry from the table of that position, stores values, and advances. The end of a block is not a branch: a mask
// selects the next block's tables. Steps of several streams alternate, so that the loads of one overlap with the
// arithmetic of another.
//
// What bounds the pointers: `bytes` ends in a fence of ones in which no symbol begins (EntropyBytes), so `position` is
// at most 30 bits after a segment's end; a peek is an index below `PeekWidth.values` into one of the component's
// tables; values are stored inside the slot (SlotLayout); and the slot after the last one of a row has a table that
// only leads to the slow path, so `slot` never passes it.

/// Where a stream stands; the whole of it lives in registers while the loop runs.
@safe struct BlockCursor {
    /// The next bits, the first one on top; at least 57 after a refill.
    var window: UInt64 = 0
    /// The next bit, counted from `bytes`.
    var position = 0
    /// Zig-zag position of the next coefficient, 0...63.
    var index = 0
    /// The block's slot.
    var slot: UnsafeMutableRawPointer
    /// The table for the next symbols.
    var table: UnsafeRawPointer
    /// The unstuffed bytes.
    let bytes: UnsafeRawPointer
    /// Where coefficients go in large slots; see `CoefficientPlaces`.
    let places: UnsafeRawPointer
    /// Bytes that may be read; looked at by assertions only.
    let byteCount: Int

    /// Loads the bits from `position` on.
    @inline(__always)
    mutating func refill() {
        assert(position >= 0 && position >> 3 + 8 <= byteCount)
        let eight = unsafe (bytes + position &>> 3).loadUnaligned(as: UInt64.self)
        window = UInt64(bigEndian: eight) &<< UInt64(truncatingIfNeeded: position & 7)
    }

    /// The first of the block's tables.
    @inline(__always)
    var base: UnsafeRawPointer { unsafe slot.load(as: UnsafeRawPointer.self) }

    /// Starts at the slot's first coefficient.
    @inline(__always)
    mutating func beginBlock() {
        index = 0
        unsafe table = base
    }

    /// Takes one look-up's symbols; true when the stream has ended.
    @inline(__always)
    mutating func step<Layout: SlotLayout>(_ layout: Layout.Type, of stream: BlockStream) -> Bool {
        let peek = Int(truncatingIfNeeded: window &>> UInt64(64 &- PeekWidth.bits))
        let entry = unsafe LookupEntry(word: table.load(fromByteOffset: peek &<< 3, as: UInt64.self))
        let after = index &+ entry.advance
        if _slowPath(after & 64 != 0) { return stepAside(layout, entry, of: stream) }
        unsafe Layout.store(entry, in: slot, at: index, places)
        window = window &<< (entry.word & 63)
        position = position &+ entry.consumed
        let base = unsafe slot.load(as: UnsafeRawPointer.self)
        let next = unsafe slot.load(fromByteOffset: Layout.stride, as: UnsafeRawPointer.self)
        let ends = entry.endMask
        unsafe table = base + entry.nextTableOffset + ((next - base) & ends)
        index = after & ~ends
        unsafe slot += Layout.stride & ends
        return false
    }

    /// Everything that is not a plain entry; true when the stream has ended.
    @inline(__always)
    private mutating func stepAside<Layout: SlotLayout>(
        _ layout: Layout.Type, _ entry: LookupEntry, of stream: BlockStream
    ) -> Bool {
        if entry.advance == 64 {
            let after = index &+ Int(entry.secondValue)
            if entry.consumed != 0 && after <= 63 {
                takeLongValue(layout, entry, after)
                return false
            }
        } else if index &+ entry.advance == 64 && entry.endMask == 0 {
            // The block is full, and has no mark of its end.
            unsafe Layout.store(entry, in: slot, at: index, places)
            position = position &+ entry.consumed
            unsafe slot += Layout.stride
            beginBlock()
            refill()
            return false
        }
        stream.cursor = self
        let hasEnded = stream.advanceSlowly()
        self = stream.cursor
        return hasEnded
    }

    /// Takes a code of the peek and the value after it, which the peek does not show in full.
    @inline(__always)
    private mutating func takeLongValue<Layout: SlotLayout>(
        _ layout: Layout.Type, _ entry: LookupEntry, _ after: Int
    ) {
        refill()
        let size = Int(entry.firstValue)
        let bits = window &<< (entry.word & 63)
        let raw = Int(truncatingIfNeeded: bits &>> UInt64(truncatingIfNeeded: 64 &- size))
        unsafe Layout.store(
            LookupEntry.extended(raw, size: size), of: entry, in: slot, at: after &- 1, places)
        position = position &+ entry.consumed &+ size
        index = after
        unsafe table = base + entry.nextTableOffset
        refill()
    }
}
