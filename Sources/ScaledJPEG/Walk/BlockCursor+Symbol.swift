// The idea: what look-up tables cannot say is read symbol by symbol, as T.81 describes it (annex F.2.2).

extension BlockCursor {
    /// Reads one symbol and its value; false where there is none, or a coefficient would be after the 64th.
    mutating func takeSymbol(_ tables: LookupTables) -> Bool {
        let places = tables.places
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
                unsafe places.store(size == 0 ? 0 : LookupEntry.extended(raw, size: size), in: slot, at: index - 1)
            }
        }
        if endsBlock || index == 64 {
            unsafe slot += places.slotStride
            beginBlock()
        } else {
            self.index = index
            unsafe table = base + min(index, places.tableCount - 1) * PeekWidth.tableBytes
        }
        refill()
        return true
    }
}
