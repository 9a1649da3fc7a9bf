// The idea: tables exist for every position up to the last that is needed, so an entry knows where its values go, and
// two of them go side by side. They stay packed until the transform, which unpacks eight at once:
//
//   entry    13...15 next table, 0 where the block ends; 17...24 first value; 25...28 second value;
//            29...31 place of the first value, 4 for none
//   packed   an entry, at the place of its first value
//   long     a value that an entry does not hold, at its place; a coefficient is the sum of all that is there for it

/// One or four coefficients; components of both kinds may share a row.
enum SmallSlots: SlotLayout {
    @inline(__always) static var stride: Int { 40 }
    @inline(__always) static var width: Int { 4 }
    static var firstSize: Int { 7 }
    static var secondSize: Int { 3 }

    /// The bits of an entry for up to two values, the first one at `offset`.
    static func values(_ first: Int, _ second: Int, offset: Int) -> UInt32 {
        let place = (offset - SlotOffset.coefficients) / width
        assert((0...4).contains(place))
        return UInt32(place) << 29 | UInt32(truncatingIfNeeded: second & 15) << 25
            | UInt32(truncatingIfNeeded: first & 255) << 17
    }

    /// The bits of the next table.
    static func next(_ table: Int) -> UInt32 {
        assert((0...7).contains(table))
        return UInt32(table * PeekWidth.tableBytes)
    }

    @inline(__always)
    static func nextTable(_ entry: LookupEntry) -> UInt32 { entry.bits & (7 << 13) }

    @inline(__always)
    static func store(
        _ entry: LookupEntry, in slot: UnsafeMutableRawPointer, before: Int, after: Int, _ places: UnsafeRawPointer
    ) {
        unsafe slot.storeBytes(of: entry.bits, toByteOffset: offset(entry), as: UInt32.self)
    }

    @inline(__always)
    static func store(
        _ value: Int, of entry: LookupEntry, in slot: UnsafeMutableRawPointer, at index: Int,
        _ places: UnsafeRawPointer
    ) {
        unsafe store(value, in: slot, offset: offset(entry))
    }

    @inline(__always)
    static func store(_ value: Int, in slot: UnsafeMutableRawPointer, offset: Int) {
        unsafe slot.storeBytes(
            of: Int16(truncatingIfNeeded: value),
            toByteOffset: SlotOffset.coefficients &+ longs &+ (offset &- SlotOffset.coefficients) &>> 1, as: Int16.self)
    }

    /// Where the first value goes.
    @inline(__always)
    private static func offset(_ entry: LookupEntry) -> Int {
        let place = Int(entry.bits &>> 29)
        assert(place <= 4)
        return SlotOffset.coefficients &+ place &* width
    }

    /// The coefficients of the packed and long values of two blocks.
    @inline(__always)
    static func coefficients(_ words: SIMD8<Int32>, _ long: SIMD8<Int16>) -> SIMD8<Int16> {
        let packed = SIMD8<Int16>(truncatingIfNeeded: words &>> 16)
        // The second value of an entry belongs to the next coefficient.
        let second = unsafe unsafeBitCast(
            unsafeBitCast((packed &<< 3) &>> 12, to: SIMD2<UInt64>.self) &<< 16, to: SIMD8<Int16>.self)
        return (packed &<< 7) &>> 8 &+ second &+ long
    }

    /// From the first packed value to the first long one.
    @inline(__always) static var longs: Int { 20 }

    @inline(__always)
    static func accumulate(_ sum: inout Int, _ coefficients: UnsafeMutableRawPointer) {
        let packed = unsafe coefficients.load(as: Int32.self)
        sum &+= Int((packed &<< 7) &>> 24) &+ Int(unsafe coefficients.load(fromByteOffset: longs, as: Int16.self))
        unsafe coefficients.storeBytes(of: packed & (15 << 25), as: Int32.self)
        unsafe coefficients.storeBytes(of: Int16(truncatingIfNeeded: sum), toByteOffset: longs, as: Int16.self)
    }
}
