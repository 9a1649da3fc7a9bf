// The idea: walk the symbols that a peek shows in full and add them up in one entry, until a symbol is cut off,
// or a value would have to be kept that the entry has no room for.

/// Where a block stands when a table is used.
enum LookupStart {
    /// The next coefficient's zig-zag position is known, 0 for DC.
    case known(Int)
    /// After DC, and any value may be needed.
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

/// Makes the entries of one look-up table.
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

    /// The next symbol of the peek, taken apart.
    private func symbol(_ peek: Int, consumed: Int, isDC: Bool) -> (length: Int, run: Int, size: Int)? {
        let code = Int((isDC ? dc : ac)[peek << consumed & (PeekWidth.values - 1)])
        let symbol = code & 255
        guard code != 0 else { return nil }
        return (code >> 8, isDC ? 0 : symbol >> 4, isDC ? symbol : symbol & 15)
    }

    /// Adds the next symbol; false where it does not belong into the entry any more.
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
            // The last value would not be that of the last coefficient any more.
            return false
        }
        sum.advance = advance
        sum.consumed += length + size
        return true
    }

    /// The zig-zag position after `advance`; nil where it is not known.
    private func position(after advance: Int) -> Int? {
        guard case .known(let first) = start else { return nil }
        return first + advance
    }

    /// The place of the value after a run; nil where it is not needed.
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

    /// The entry for a peek that shows no symbol in full.
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
