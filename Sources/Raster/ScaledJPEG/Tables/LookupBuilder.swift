// The idea: walk the symbols that a peek contains completely and add them up in one entry. Stop at a symbol that is cut
// off, or at a needed value for which the entry has no space.

/// The position in a block at which a table is used.
enum LookupStart {
    /// The next coefficient's zig-zag position is known, 0 for DC.
    case known(Int)
    /// After DC; any value may be needed.
    case anywhere
    /// After all needed coefficients.
    case behind

    init(_ table: Int, _ places: CoefficientPlaces) {
        if places.hasTablePerPosition {
            self = table > places.last ? .behind : .known(table)
        } else {
            self = table == 0 ? .known(0) : .anywhere
        }
    }
}

/// Builds the entries of one look-up table.
struct LookupBuilder {
    let dc: [UInt16]
    let ac: [UInt16]
    let places: CoefficientPlaces
    let start: LookupStart

    /// The sum of the symbols so far.
    private struct Sum {
        var consumed = 0
        var advance = 0
        var endsBlock = false
        var values = EntryValues()
    }

    /// The entry for a peek of `PeekWidth.bits` bits.
    func entry(for peek: Int) -> UInt32 {
        var sum = Sum()
        while sum.consumed < PeekWidth.bits, !sum.endsBlock, add(peek, to: &sum) {}
        guard sum.consumed > 0 else { return cutOffEntry(for: peek) }
        let isLoneEnd = sum.endsBlock && sum.advance == 0
        return LookupEntry.plain(
            consumed: sum.consumed, advance: isLoneEnd ? places.endAdvance : sum.advance,
            next: sum.endsBlock ? 0 : places.nextBits(nextTable(after: sum.advance)),
            values: places.entryBits(sum.values))
    }

    /// Reads the next symbol of the peek: the length of its code, its run and the size of its value.
    private func symbol(_ peek: Int, consumed: Int, isDC: Bool) -> (length: Int, run: Int, size: Int)? {
        let code = Int((isDC ? dc : ac)[peek << consumed & (PeekWidth.values - 1)])
        let symbol = code & 255
        guard code != 0 else { return nil }
        return (code >> 8, isDC ? 0 : symbol >> 4, isDC ? symbol : symbol & 15)
    }

    /// Adds the next symbol; returns false if the peek does not contain it, or the entry cannot hold it.
    private func add(_ peek: Int, to sum: inout Sum) -> Bool {
        let room = PeekWidth.bits - sum.consumed
        let position = position(after: sum.advance)
        let isDC = position == 0
        guard let (length, run, size) = symbol(peek, consumed: sum.consumed, isDC: isDC), length <= room else {
            return false
        }
        if !isDC, run == 0, size == 0 {
            sum.consumed += length
            sum.endsBlock = true
            return true
        }
        let advance = sum.advance + run + 1
        guard advance <= LookupEntry.mostAdvance, position.map({ $0 + run < 63 }) ?? true,
            sum.consumed + length + size <= LookupEntry.mostConsumed
        else { return false }
        if let place = place(position, run, size, relative: sum.advance + run) {
            guard length + size <= room, places.entryHolds(sum.values, and: place, size: size) else { return false }
            let shown = peek << (sum.consumed + length) & (PeekWidth.values - 1)
            let value = size == 0 ? 0 : LookupEntry.extended(shown >> (PeekWidth.bits - size), size: size)
            sum.values.append(value, at: place)
        } else if !places.hasTablePerPosition, sum.values.count > 0 {
            // An entry's last value has to belong to its last coefficient, so no coefficient without a value may follow
            // it.
            return false
        }
        sum.advance = advance
        sum.consumed += length + size
        return true
    }

    /// The zig-zag position after `advance`; nil if it is not known.
    private func position(after advance: Int) -> Int? {
        guard case .known(let first) = start else { return nil }
        return first + advance
    }

    /// The place of the value after a run; nil if the value is not needed.
    private func place(_ position: Int?, _ run: Int, _ size: Int, relative: Int) -> Int? {
        switch (start, position) {
        case (.known, .some(let position)):
            guard position == 0 || size > 0, places.isNeeded(position + run) else { return nil }
            return places.hasTablePerPosition ? Int(places.offsets[position + run]) : relative
        case (.anywhere, _):
            return size > 0 ? relative : nil
        default:
            return nil
        }
    }

    private func nextTable(after advance: Int) -> Int {
        guard let position = position(after: advance) else { return places.tableCount - 1 }
        return min(position, places.tableCount - 1)
    }

    /// The entry for a peek that contains no complete symbol.
    private func cutOffEntry(for peek: Int) -> UInt32 {
        let position = position(after: 0)
        guard let (length, run, size) = symbol(peek, consumed: 0, isDC: position == 0), size > 0 else {
            return LookupEntry.slow
        }
        let known = position.map { Int(places.offsets[$0 + run]) } ?? places.waste
        return LookupEntry.cutOff(
            length: length, size: size, advance: run + 1, next: places.nextBits(nextTable(after: run + 1)),
            values: places.cutOffBits(known))
    }
}

// The idea: all information of a peek in one 32-bit word, so that the tables of a file fit in the first cache: the bits
// of whole symbols, their advance along the zig-zag, the next table, and up to two values. One look-up takes several
// symbols, and the fields are read without a branch.
//
//   bits  0...4    consumed bits, 1...18; 0: the slow path reads a symbol; bit 5 is 0, because shifts include it
//         6...11   zig-zag positions to move on
//         12       this is not a plain entry
//        13...31   next table, values and their places, as the scale's `SlotLayout` reads them
//
// An entry that is not plain is a code without its value: bits 16...19 are the value's size, and 20...24 the zig-zag
// positions to move on.

/// One entry of a look-up table.
struct LookupEntry {
    let bits: UInt32

    @inline(__always) init(word: UInt32) { bits = word }

    /// Maximum number of bits that an entry consumes: three look-ups have to fit in the 56 bits that a load provides.
    static var mostConsumed: Int { 18 }
    static var mostAdvance: Int { 63 }
    /// Shift of the advance in entries, and of the position in a cursor's progress.
    @inline(__always) static var advanceShift: UInt32 { 6 }
    /// The bits that a cursor adds up: advance and mark.
    @inline(__always) static var progress: UInt32 { 127 &<< advanceShift }
    /// The mark of an entry that is not plain. It is also set in sums of advances of more than 63.
    @inline(__always) static var aside: UInt32 { 64 &<< advanceShift }

    /// An entry that makes the slow path read one symbol.
    static var slow: UInt32 { aside }

    /// An entry of whole symbols.
    ///
    /// - Parameters:
    ///   - next: The bits of the next table; 0 if the symbols end the block.
    ///   - values: The bits of the values and their places.
    static func plain(consumed: Int, advance: Int, next: UInt32, values: UInt32) -> UInt32 {
        assert((1...mostConsumed).contains(consumed) && (0...mostAdvance).contains(advance))
        return sum(consumed: consumed, advance: advance) | next | values
    }

    /// An entry for a code of `length` bits, without the value of `size` bits after the code.
    static func cutOff(length: Int, size: Int, advance: Int, next: UInt32, values: UInt32) -> UInt32 {
        assert((1...16).contains(length) && (1...11).contains(size) && (1...16).contains(advance))
        assert(next != 0)
        return sum(consumed: length, advance: 0) | aside | UInt32(size << 16 | advance << 20) | next | values
    }

    /// The bits of the two fields that add up when entries are added.
    static func sum(consumed: Int, advance: Int) -> UInt32 { UInt32(consumed | advance << Int(advanceShift)) }

    @inline(__always) var isPlain: Bool { bits & Self.aside == 0 }
    /// The shift of a window: its lowest 6 bits are the consumed bits.
    @inline(__always) var shift: UInt64 { UInt64(truncatingIfNeeded: bits) }
    @inline(__always) var consumed: Int { Int(bits & 31) }
    @inline(__always) var advance: Int { Int(isPlain ? (bits &>> Self.advanceShift) & 63 : (bits &>> 20) & 31) }
    /// Size in bits of the value after the code, for an entry that is not plain.
    @inline(__always) var size: Int { Int((bits &>> 16) & 15) }

    /// The value of `size` bits that JPEG writes as `raw`: a leading zero marks a negative value (T.81, figure F.12).
    @inline(__always) static func extended(_ raw: Int, size: Int) -> Int {
        raw &>> (size &- 1) != 0 ? raw : raw &- (1 &<< size) &+ 1
    }
}
