// The idea: the hot loop. A stream is at some coefficient of some block; one step peeks at the next bits, loads their
// entry from the table of that position, stores values, and advances. The end of a block is not a branch: a mask
// selects the next block's tables. Steps of several streams alternate, so that the loads of one overlap with the
// arithmetic of another.
//
// What bounds the pointers: the bytes end in a fence of ones in which no symbol begins (EntropyBytes), so `position`
// is at most 30 bits after a segment's end; a peek is an index below `PeekWidth.values` into one of the component's
// tables; values are stored inside the slot (SlotLayout); and the slot after the last one of a row has a table that
// only leads to the slow path, so `slot` never passes it.

/// Where a stream stands; the whole of it lives in registers while the loop runs.
@safe struct BlockCursor {
    /// The next bits, the first one on top; at least 57 after a refill.
    var window: UInt64 = 0
    /// The fields of entries, added up: in bits 0...5 the zig-zag position of the next coefficient, from bit 7 on the
    /// address of the next bit, which is 8 times that of its byte, plus 0...7.
    private var progress = 0
    /// The block's slot.
    var slot: UnsafeMutableRawPointer
    /// The table for the next symbols.
    var table: UnsafeRawPointer
    /// Where coefficients go in large slots; see `CoefficientPlaces`.
    let places: UnsafeRawPointer
    /// The unstuffed bytes.
    private let bytes: UnsafeRawPointer
    /// Bytes that may be read; looked at by assertions only.
    private let byteCount: Int

    init(
        slot: UnsafeMutableRawPointer, table: UnsafeRawPointer, places: UnsafeRawPointer, bytes: UnsafeRawPointer,
        byteCount: Int
    ) {
        unsafe self.slot = slot
        unsafe self.table = table
        unsafe self.places = places
        unsafe self.bytes = bytes
        self.byteCount = byteCount
    }

    /// Zig-zag position of the next coefficient, 0...63.
    @inline(__always)
    var index: Int {
        get { progress & 63 }
        set { progress = progress & ~127 | newValue }
    }

    /// The next bit, counted from the first of the unstuffed bytes.
    var position: Int {
        get { progress &>> LookupEntry.consumedShift &- start }
        set { progress = index | (start &+ newValue) &<< LookupEntry.consumedShift }
    }

    /// The address of the first bit.
    private var start: Int { unsafe Int(bitPattern: bytes) &* 8 }

    /// Passes `bits`; a refill has to follow.
    @inline(__always)
    mutating func skip(_ bits: Int) { progress = progress &+ bits &<< LookupEntry.consumedShift }

    /// Loads the next bits.
    @inline(__always)
    mutating func refill() {
        assert(position >= 0 && position >> 3 + 8 <= byteCount)
        // Never nil, because it lies in the unstuffed bytes.
        let next = unsafe UnsafeRawPointer(bitPattern: progress &>> (LookupEntry.consumedShift &+ 3)).unsafelyUnwrapped
        let shift = UInt64(truncatingIfNeeded: (progress &>> LookupEntry.consumedShift) & 7)
        window = UInt64(bigEndian: unsafe next.loadUnaligned(as: UInt64.self)) &<< shift
    }

    /// The first of the block's tables.
    @inline(__always)
    var base: UnsafeRawPointer { unsafe slot.load(as: UnsafeRawPointer.self) }

    /// Starts at the slot's first coefficient.
    @inline(__always)
    mutating func beginBlock() {
        progress &= ~127
        unsafe table = base
    }

    /// Takes one look-up's symbols; true when the stream has ended.
    ///
    /// - Parameter loadsEarly: Whether the tables of two slots are loaded before it is known which of them is next. It
    ///   takes more instructions, and less time where one other stream at most fills the time of a load.
    @inline(__always)
    mutating func step<Layout: SlotLayout>(
        _ layout: Layout.Type, of stream: BlockStream, loadsEarly: Bool = false
    ) -> Bool {
        let peek = Int(truncatingIfNeeded: window &>> UInt64(64 &- PeekWidth.bits))
        let entry = unsafe LookupEntry(word: table.load(fromByteOffset: peek &<< 2, as: UInt32.self))
        let after = progress &+ (entry.bits & LookupEntry.progress)
        if _slowPath(after & LookupEntry.aside != 0) { return stepAside(layout, entry, of: stream) }
        unsafe Layout.store(entry, in: slot, before: index, after: after & 63, places)
        window = window &<< entry.shift
        let goesOn = entry.goesOn
        if loadsEarly {
            let next = unsafe slot.load(fromByteOffset: Layout.stride, as: UnsafeRawPointer.self)
            unsafe table = next + ((base - next) & goesOn) + Layout.nextTable(entry)
        }
        unsafe slot += Layout.stride &+ (-Layout.stride & goesOn)
        if !loadsEarly { unsafe table = base + Layout.nextTable(entry) }
        progress = after & (goesOn | ~127)
        return false
    }

    /// Everything that is not a plain entry; true when the stream has ended.
    @inline(__always)
    private mutating func stepAside<Layout: SlotLayout>(
        _ layout: Layout.Type, _ entry: LookupEntry, of stream: BlockStream
    ) -> Bool {
        let after = index &+ entry.advance
        if !entry.isPlain {
            if entry.consumed != 0 && after <= 63 {
                takeLongValue(layout, entry, after)
                return false
            }
        } else if after == 64 && entry.goesOn != 0 {
            // The block is full, and has no mark of its end.
            unsafe Layout.store(entry, in: slot, before: index, after: after, places)
            skip(entry.consumed)
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

    /// Takes a code of the peek and the value after it, which the entry does not hold.
    @inline(__always)
    private mutating func takeLongValue<Layout: SlotLayout>(
        _ layout: Layout.Type, _ entry: LookupEntry, _ after: Int
    ) {
        refill()
        let bits = window &<< entry.shift
        let raw = Int(truncatingIfNeeded: bits &>> UInt64(truncatingIfNeeded: 64 &- entry.size))
        unsafe Layout.store(
            LookupEntry.extended(raw, size: entry.size), of: entry, in: slot, at: after &- 1, places)
        skip(entry.consumed &+ entry.size)
        index = after
        unsafe table = base + Layout.nextTable(entry)
        refill()
    }
}
