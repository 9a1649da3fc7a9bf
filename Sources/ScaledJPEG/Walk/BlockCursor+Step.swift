// The idea: the hot loop. A stream is at some coefficient of some block; one step peeks at the next bits, loads their
// entry from the table of that position, stores values, and advances. The end of a block is not a branch: whether there
// is a next table selects the slot. Steps of several streams alternate, so that the loads of one overlap with the
// arithmetic of another.

extension BlockCursor {
    /// Takes one look-up's symbols; true when the stream has ended.
    ///
    /// - Parameter counts: Whether the walk is between `beginCounting` and `endCounting`. It takes more instructions, and
    ///   less time where no other stream fills the time of a load.
    @inline(__always)
    mutating func step<Layout: SlotLayout>(
        _ layout: Layout.Type, of stream: BlockStream, counts: Bool = false
    ) -> Bool {
        let entry = unsafe LookupEntry(
            word: table.load(fromByteOffset: peek(PeekWidth.bits) &<< 2, as: UInt32.self))
        let after = progress &+ (entry.bits & LookupEntry.progress)
        if _slowPath(after & LookupEntry.aside != 0) {
            if counts { endCounting() }
            let hasEnded = stepAside(layout, entry, of: stream)
            if counts, !hasEnded { beginCounting(layout) }
            return hasEnded
        }
        unsafe Layout.store(
            entry, in: slot, before: index, after: Int(after &>> LookupEntry.advanceShift), places)
        window = window &<< entry.shift
        let next = Layout.nextTable(entry)
        let nextSlot = unsafe next == 0 ? slot + Layout.stride : slot
        if counts {
            left = left &- entry.shift
            unsafe bases.here = next == 0 ? bases.next : bases.here
            unsafe bases.next = nextSlot.load(fromByteOffset: Layout.stride, as: UnsafeRawPointer.self)
            unsafe table = bases.here + Int(next)
            unsafe slot = nextSlot
        } else {
            unsafe slot = nextSlot
            unsafe table = base + Int(next)
        }
        progress = next == 0 ? 0 : after
        return false
    }

    /// Everything that is not a plain entry; true when the stream has ended.
    @inline(__always)
    private mutating func stepAside<Layout: SlotLayout>(
        _ layout: Layout.Type, _ entry: LookupEntry, of stream: BlockStream
    ) -> Bool {
        stream.cursor = self
        let hasEnded = Self.stepAside(layout, entry, of: stream)
        self = stream.cursor
        return hasEnded
    }

    /// The same with the cursor that the stream has, in a function of its own, so that the loop keeps its registers.
    @inline(never)
    private static func stepAside<Layout: SlotLayout>(
        _ layout: Layout.Type, _ entry: LookupEntry, of stream: BlockStream
    ) -> Bool {
        var cursor = stream.cursor
        let after = cursor.index &+ entry.advance
        if !entry.isPlain, entry.consumed != 0, after <= 63 {
            cursor.takeLongValue(layout, entry, after)
        } else if entry.isPlain, after == 64, Layout.nextTable(entry) != 0 {
            // The block is full, and has no mark of its end.
            unsafe Layout.store(entry, in: cursor.slot, before: cursor.index, after: after, cursor.places)
            cursor.skip(entry.consumed)
            unsafe cursor.slot += Layout.stride
            cursor.beginBlock()
            cursor.refill()
        } else if let tables = unsafe TableMemory.owner(of: cursor.base) {
            guard unsafe tables._withUnsafeGuaranteedRef({ cursor.takeSymbol(layout, $0) }) else {
                return stream.failAtSymbol()
            }
        } else {
            return stream.endStretch()
        }
        stream.cursor = cursor
        return false
    }

    /// Takes a code of the peek and the value after it, which the entry does not hold.
    @inline(__always)
    private mutating func takeLongValue<Layout: SlotLayout>(
        _ layout: Layout.Type, _ entry: LookupEntry, _ after: Int
    ) {
        refill()
        skip(entry.consumed)
        let raw = peek(entry.size)
        unsafe Layout.store(
            LookupEntry.extended(raw, size: entry.size), of: entry, in: slot, at: after &- 1, places)
        skip(entry.size)
        index = after
        unsafe table = base + Int(Layout.nextTable(entry))
        refill()
    }
}
