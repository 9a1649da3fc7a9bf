// The idea: a hot loop without a branch at the end of a block. One step of a stream peeks at the next bits, loads their
// entry from the table of the current position, stores values, and advances. The next table, or its absence, selects
// the slot. Steps of several streams alternate, so that the loads of one overlap with the arithmetic of another.

extension BlockCursor {
    /// Takes the symbols of one look-up; returns true if the stream has ended.
    ///
    /// - Parameter counts: Whether the walk is between `beginCounting` and `endCounting`. Counting takes more
    ///   instructions, but less time if no other stream fills the time of a load.
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

    /// Handles every entry that is not plain, and full blocks; returns true if the stream has ended.
    @inline(__always)
    private mutating func stepAside<Layout: SlotLayout>(
        _ layout: Layout.Type, _ entry: LookupEntry, of stream: BlockStream
    ) -> Bool {
        stream.cursor = self
        let hasEnded = Self.stepAside(layout, entry, of: stream)
        self = stream.cursor
        return hasEnded
    }

    /// Handles the entry with the stream's own cursor. A separate function, so that the loop keeps its registers.
    @inline(never)
    private static func stepAside<Layout: SlotLayout>(
        _ layout: Layout.Type, _ entry: LookupEntry, of stream: BlockStream
    ) -> Bool {
        switch stream.cursor.takeAside(layout, entry) {
        case .taken: false
        case .stop: stream.endStretch()
        case .nothing: stream.failAtSymbol()
        }
    }

    private enum Aside {
        case taken
        /// The walk has reached the slot at which it was stopped.
        case stop
        /// The bits contain no valid symbol.
        case nothing
    }

    /// Takes one symbol, or the symbols of a plain entry that fills the block.
    @inline(__always)
    private mutating func takeAside<Layout: SlotLayout>(_ layout: Layout.Type, _ entry: LookupEntry) -> Aside {
        let after = index &+ entry.advance
        if !entry.isPlain, entry.consumed != 0, after <= 63 {
            takeLongValue(layout, entry, after)
            return .taken
        }
        if entry.isPlain, after == 64, Layout.nextTable(entry) != 0 {
            // The block is full, and has no end-of-block symbol.
            unsafe Layout.store(entry, in: slot, before: index, after: after, places)
            skip(entry.consumed)
            unsafe slot += Layout.stride
            beginBlock()
            refill()
            return .taken
        }
        guard let tables = unsafe TableMemory.owner(of: base) else { return .stop }
        return unsafe tables._withUnsafeGuaranteedRef { takeSymbol(layout, $0) } ? .taken : .nothing
    }

    /// Takes a code of the peek and its value, which the entry does not hold.
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
