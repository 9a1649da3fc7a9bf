// The idea: all information of a peek in one 32-bit word, so that the tables of a file fit the first cache: how many bits
// belong to whole symbols, how far they advance along the zig-zag, which table is next, and up to two values. One
// look-up takes several symbols, and its fields are read without a branch.
//
//   bits  0...5    zig-zag positions to move on
//         6        this is not a plain entry
//         7...11   consumed bits, 1...18; 0 where the slow path has to look; bit 12 is 0, because shifts see it
//        13...30   next table, values and their places, as the scale's `SlotLayout` reads them
//        31        the block goes on
//
// An entry that is not plain is a code whose value it does not hold: 19...22 are the bits of that, 23...27 the zig-zag
// positions to move on.

/// One entry of a look-up table.
struct LookupEntry {
    /// The word, and its highest bit in all above.
    let bits: Int

    @inline(__always) init(word: UInt32) { bits = Int(Int32(bitPattern: word)) }

    /// Three look-ups are made of the 57 bits that a load shows at least.
    static var mostConsumed: Int { 18 }
    static var mostAdvance: Int { 63 }
    /// Where the consumed bits begin.
    @inline(__always) static var consumedShift: Int { 7 }
    /// What a cursor adds up: advance, mark and consumed bits.
    @inline(__always) static var progress: Int { 1 << 12 &- 1 }
    /// Set where an entry is not plain, and in sums of advances of more than 63.
    @inline(__always) static var aside: Int { 1 << 6 }
    /// Set where the block goes on.
    static var goesOn: UInt32 { 1 << 31 }

    /// The slow path has to read one symbol.
    static var slow: UInt32 { UInt32(aside) }

    /// Whole symbols.
    ///
    /// - Parameters:
    ///   - next: The bits of the next table; 0 where the symbols end the block.
    ///   - values: The bits of the values and their places.
    static func plain(consumed: Int, advance: Int, next: UInt32, values: UInt32) -> UInt32 {
        assert((1...mostConsumed).contains(consumed) && (0...mostAdvance).contains(advance))
        assert(next == 0 || next & goesOn != 0)
        return sum(consumed: consumed, advance: advance) | next | values
    }

    /// A code of `length` bits, whose value of `size` bits the entry does not hold.
    static func cutOff(length: Int, size: Int, advance: Int, next: UInt32, values: UInt32) -> UInt32 {
        assert((1...16).contains(length) && (1...11).contains(size) && (1...16).contains(advance))
        assert(next & goesOn != 0)
        return sum(consumed: length, advance: 0) | UInt32(aside | size << 19 | advance << 23) | next | values
    }

    /// The fields of an entry that add up.
    static func sum(consumed: Int, advance: Int) -> UInt32 { UInt32(advance | consumed << consumedShift) }

    @inline(__always) var isPlain: Bool { bits & Self.aside == 0 }
    /// What a window is shifted by: its lowest 6 bits are the consumed bits.
    @inline(__always) var shift: UInt64 { UInt64(truncatingIfNeeded: bits &>> Self.consumedShift) }
    @inline(__always) var consumed: Int { (bits &>> Self.consumedShift) & 31 }
    @inline(__always) var advance: Int { isPlain ? bits & 63 : (bits &>> 23) & 31 }
    /// Of a code whose value the entry does not hold.
    @inline(__always) var size: Int { (bits &>> 19) & 15 }
    /// All ones where the block goes on, else zero.
    @inline(__always) var goesOn: Int { bits &>> 63 }

    /// The value of `size` bits that JPEG writes as `raw`: a leading zero marks a negative one (T.81, figure F.12).
    @inline(__always) static func extended(_ raw: Int, size: Int) -> Int {
        raw &>> (size &- 1) != 0 ? raw : raw &- (1 &<< size) &+ 1
    }
}
