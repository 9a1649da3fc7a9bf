// The idea: all information of a peek in one 64-bit word: how many bits belong to whole symbols, how far they advance
// along the zig-zag, up to two values and their places, which table is next, and whether the block ends. One look-up
// takes several symbols, and its fields are read without a branch.
//
//   bits  0...5    consumed bits, 1...19; 0 where the slow path has to look
//         6...12   zig-zag positions to move on, 1...62; 64 where this is not a plain entry
//        14...16   next table, in bytes from the block's first table
//        17...23   where the first value goes
//        24...30   where the second value goes
//        31...46   first value
//        47...62   second value
//        63        the block ends

/// One word of a look-up table.
struct LookupEntry {
    var word: UInt64

    /// Three look-ups are made of the 57 bits that a load shows at least.
    static var mostConsumed: Int { 19 }
    /// A larger advance could look like an entry that is not plain.
    static var mostAdvance: Int { 62 }

    /// The slow path has to read one symbol.
    static var slow: LookupEntry { LookupEntry(word: 64 << 6) }

    /// Whole symbols.
    init(
        consumed: Int, advance: Int, nextTable: Int, places: (Int, Int), values: (Int, Int), endsBlock: Bool
    ) {
        assert(
            (1...Self.mostConsumed).contains(consumed) && (0...Self.mostAdvance).contains(advance)
                && (0...7).contains(nextTable))
        assert((0...127).contains(places.0) && (0...127).contains(places.1))
        word =
            UInt64(consumed) | UInt64(advance) << 6 | UInt64(nextTable * PeekWidth.tableBytes)
            | UInt64(places.0) << 17 | UInt64(places.1) << 24
            | UInt64(UInt16(truncatingIfNeeded: values.0)) << 31 | UInt64(UInt16(truncatingIfNeeded: values.1)) << 47
            | (endsBlock ? 1 << 63 : 0)
    }

    /// A code of `length` bits, whose value of `size` bits the peek does not show in full.
    init(length: Int, size: Int, advance: Int, nextTable: Int, place: Int) {
        assert((1...16).contains(length) && (1...11).contains(size) && (1...16).contains(advance))
        assert((0...7).contains(nextTable))
        word =
            UInt64(length) | 64 << 6 | UInt64(nextTable * PeekWidth.tableBytes) | UInt64(place) << 17
            | UInt64(size) << 31 | UInt64(advance) << 47
    }

    init(word: UInt64) { self.word = word }

    @inline(__always) var consumed: Int { Int(truncatingIfNeeded: word & 63) }
    @inline(__always) var advance: Int { Int(truncatingIfNeeded: (word &>> 6) & 127) }
    @inline(__always) var nextTableOffset: Int { Int(truncatingIfNeeded: word & UInt64(7 &* PeekWidth.tableBytes)) }
    @inline(__always) var firstPlace: Int { Int(truncatingIfNeeded: (word &>> 17) & 127) }
    @inline(__always) var secondPlace: Int { Int(truncatingIfNeeded: (word &>> 24) & 127) }
    @inline(__always) var bothValues: UInt32 { UInt32(truncatingIfNeeded: word &>> 31) }
    @inline(__always) var firstValue: UInt16 { UInt16(truncatingIfNeeded: word &>> 31) }
    @inline(__always) var secondValue: UInt16 { UInt16(truncatingIfNeeded: word &>> 47) }
    /// All ones where the block ends, else zero.
    @inline(__always) var endMask: Int { Int(bitPattern: UInt(truncatingIfNeeded: word)) &>> 63 }

    /// The value of `size` bits that JPEG writes as `raw`: a leading zero marks a negative one (T.81, figure F.12).
    @inline(__always) static func extended(_ raw: Int, size: Int) -> Int {
        raw &>> (size &- 1) != 0 ? raw : raw &- (1 &<< size) &+ 1
    }
}
