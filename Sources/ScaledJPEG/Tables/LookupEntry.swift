// The idea: all information of a peek in one 32-bit word, so that the tables of a file fit the first cache: how many bits
// belong to whole symbols, how far they advance along the zig-zag, which table is next, and up to two values. One
// look-up takes several symbols, and its fields are read without a branch.
//
//   bits  0...5    consumed bits, 1...18; 0 where the slow path has to look
//         6...11   zig-zag positions to move on
//        12        this is not a plain entry
//        13...15   next table, in bytes from the block's first table; 0 where the block ends
//        14...31   values and their places, as the scale's `SlotLayout` reads them (1/2 has no more than two tables)

/// One word of a look-up table.
struct LookupEntry {
    var word: UInt32

    /// Three look-ups are made of the 57 bits that a load shows at least.
    static var mostConsumed: Int { 18 }
    static var mostAdvance: Int { 63 }
    /// What a cursor adds up: consumed bits, advance, and the mark of an entry that is not plain.
    @inline(__always) static var progress: UInt32 { 1 << 13 &- 1 }
    /// Where the advance begins.
    @inline(__always) static var advanceShift: UInt32 { 6 }
    /// Set where an entry is not plain.
    @inline(__always) static var aside: UInt32 { 1 << 12 }
    /// Any of these is set in a sum with an entry that is not plain, or with advances of more than 63: they are 190 at
    /// most.
    @inline(__always) static var isAside: UInt32 { 3 << 12 }

    /// The slow path has to read one symbol.
    static var slow: LookupEntry { LookupEntry(word: aside) }

    /// Whole symbols; the next table is 0 where they end the block.
    init(consumed: Int, advance: Int, nextTable: Int, values: UInt32) {
        assert((1...Self.mostConsumed).contains(consumed) && (0...Self.mostAdvance).contains(advance))
        assert((0...7).contains(nextTable))
        word = UInt32(consumed | advance << 6 | nextTable * PeekWidth.tableBytes) | values
    }

    /// A code of `length` bits, whose value of `size` bits the entry does not hold.
    init(length: Int, size: Int, advance: Int, nextTable: Int, values: UInt32) {
        assert((1...16).contains(length) && (1...11).contains(size) && (1...16).contains(advance))
        assert((1...7).contains(nextTable))
        word =
            UInt32(length | advance << 6 | nextTable * PeekWidth.tableBytes | size << 19) | values | Self.aside
    }

    init(word: UInt32) { self.word = word }

    @inline(__always) var isPlain: Bool { word & Self.aside == 0 }
    @inline(__always) var consumed: Int { Int(word & 63) }
    @inline(__always) var advance: Int { Int((word &>> 6) & 63) }
    /// Of a code whose value the entry does not hold.
    @inline(__always) var size: Int { Int(word &>> 19) }

    /// The value of `size` bits that JPEG writes as `raw`: a leading zero marks a negative one (T.81, figure F.12).
    @inline(__always) static func extended(_ raw: Int, size: Int) -> Int {
        raw &>> (size &- 1) != 0 ? raw : raw &- (1 &<< size) &+ 1
    }
}
