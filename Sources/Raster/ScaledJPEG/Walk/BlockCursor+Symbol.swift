// The idea: what look-up tables cannot say is read symbol by symbol, as T.81 describes it (annex F.2.2).

extension BlockCursor {
    /// Reads one symbol and its value; false where there is none, or a coefficient would be after the 64th.
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
