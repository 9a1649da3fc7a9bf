// The idea: all information of a peek in one 32-bit word, so that the tables of a file fit the first cache: how many bits
// belong to whole symbols, how far they advance along the zig-zag, which table is next, and up to two values. One
// look-up takes several symbols, and its fields are read without a branch.
//
//   bits  0...4    consumed bits, 1...18; 0 where the slow path has to look; bit 5 is 0, because shifts see it
//         6...11   zig-zag positions to move on
//         12       this is not a plain entry
//        13...31   next table, values and their places, as the scale's `SlotLayout` reads them
//
// An entry that is not plain is a code whose value it does not hold: 16...19 are the bits of that, 20...24 the zig-zag
// positions to move on.

/// One entry of a look-up table.
struct LookupEntry {
    /// The word.
    let bits: UInt32

    @inline(__always) init(word: UInt32) { bits = word }

    /// Three look-ups are made of the 56 bits that a load shows at least.
    static var mostConsumed: Int { 18 }
    static var mostAdvance: Int { 63 }
    /// Where the positions to move on begin, and where a cursor has its own.
    @inline(__always) static var advanceShift: UInt32 { 6 }
    /// The part that a cursor adds up: advance and mark.
    @inline(__always) static var progress: UInt32 { 127 &<< advanceShift }
    /// Set where an entry is not plain, and in sums of advances of more than 63.
    @inline(__always) static var aside: UInt32 { 64 &<< advanceShift }

    /// The slow path has to read one symbol.
    static var slow: UInt32 { aside }

    /// Whole symbols.
    ///
    /// - Parameters:
    ///   - next: The bits of the next table; 0 where the symbols end the block.
    ///   - values: The bits of the values and their places.
    static func plain(consumed: Int, advance: Int, next: UInt32, values: UInt32) -> UInt32 {
        assert((1...mostConsumed).contains(consumed) && (0...mostAdvance).contains(advance))
        return sum(consumed: consumed, advance: advance) | next | values
    }

    /// A code of `length` bits, whose value of `size` bits the entry does not hold.
    static func cutOff(length: Int, size: Int, advance: Int, next: UInt32, values: UInt32) -> UInt32 {
        assert((1...16).contains(length) && (1...11).contains(size) && (1...16).contains(advance))
        assert(next != 0)
        return sum(consumed: length, advance: 0) | aside | UInt32(size << 16 | advance << 20) | next | values
    }

    /// The fields of an entry that add up.
    static func sum(consumed: Int, advance: Int) -> UInt32 { UInt32(consumed | advance << Int(advanceShift)) }

    @inline(__always) var isPlain: Bool { bits & Self.aside == 0 }
    /// The shift of a window: its lowest 6 bits are the consumed bits.
    @inline(__always) var shift: UInt64 { UInt64(truncatingIfNeeded: bits) }
    @inline(__always) var consumed: Int { Int(bits & 31) }
    @inline(__always) var advance: Int { Int(isPlain ? (bits &>> Self.advanceShift) & 63 : (bits &>> 20) & 31) }
    /// Of a code whose value the entry does not hold.
    @inline(__always) var size: Int { Int((bits &>> 16) & 15) }

    /// The value of `size` bits that JPEG writes as `raw`: a leading zero marks a negative one (T.81, figure F.12).
    @inline(__always) static func extended(_ raw: Int, size: Int) -> Int {
        raw &>> (size &- 1) != 0 ? raw : raw &- (1 &<< size) &+ 1
    }
}
