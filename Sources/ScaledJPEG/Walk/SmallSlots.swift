// The idea: tables exist for every position up to the last that is needed, so an entry knows where its values go, and
// two of them go side by side. They stay packed until the transform, which unpacks eight at once:
//
//   entry    13...15 next table, 0 where the block ends; 16...18 place of the first value, 4 for none;
//            19...22 second value; 23...30 first value
//   packed   the upper half of an entry, at the place of its first value
//   long     a value that an entry does not hold, at its place; a coefficient is the sum of all that is there for it

/// One or four coefficients; components of both kinds may share a row.
enum SmallSlots: SlotLayout {
    @inline(__always) static var stride: Int { 32 }
    @inline(__always) static var width: Int { 2 }
    static var firstSize: Int { 7 }
    static var secondSize: Int { 3 }

    /// The bits of an entry for up to two values, the first one at `offset`.
    static func values(_ first: Int, _ second: Int, offset: Int) -> UInt32 {
        let place = (offset - SlotOffset.coefficients) / width
        assert((0...4).contains(place))
        return UInt32(place) << 16 | UInt32(truncatingIfNeeded: second & 15) << 19
            | UInt32(truncatingIfNeeded: first & 255) << 23
    }

    /// The bits of the next table.
    static func next(_ table: Int) -> UInt32 {
        assert((0...7).contains(table))
        return table == 0 ? 0 : UInt32(table * PeekWidth.tableBytes) | LookupEntry.goesOn
    }

    @inline(__always)
    static func nextTable(_ entry: LookupEntry) -> Int { entry.bits & (7 << 13) }

    @inline(__always)
    static func store(
        _ entry: LookupEntry, in slot: UnsafeMutableRawPointer, before: Int, after: Int, _ places: UnsafeRawPointer
    ) {
        unsafe slot.storeBytes(
            of: UInt16(truncatingIfNeeded: entry.bits &>> 16), toByteOffset: offset(entry), as: UInt16.self)
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
            of: Int16(truncatingIfNeeded: value), toByteOffset: offset &+ longs, as: Int16.self)
    }

    @inline(__always)
    private static func offset(_ entry: LookupEntry) -> Int {
        let place = (entry.bits &>> 16) & 7
        assert((0...4).contains(place))
        return SlotOffset.coefficients &+ place &* width
    }

    /// The coefficients of the packed and long values of two blocks.
    @inline(__always)
    static func coefficients(_ packed: SIMD8<Int16>, _ long: SIMD8<Int16>) -> SIMD8<Int16> {
        // The second value of an entry belongs to the next coefficient.
        let second = unsafe unsafeBitCast(
            unsafeBitCast((packed &<< 9) &>> 12, to: SIMD2<UInt64>.self) &<< 16, to: SIMD8<Int16>.self)
        return (packed &<< 1) &>> 8 &+ second &+ long
    }

    /// From a coefficient's place to that of its long value.
    @inline(__always) static var longs: Int { 10 }

    @inline(__always)
    static func accumulate(_ sum: inout Int, _ coefficients: UnsafeMutableRawPointer) {
        let packed = unsafe coefficients.load(as: Int16.self)
        sum &+= Int((packed &<< 1) &>> 8) &+ Int(unsafe coefficients.load(fromByteOffset: longs, as: Int16.self))
        unsafe coefficients.storeBytes(of: packed & 127, as: Int16.self)
        unsafe coefficients.storeBytes(of: Int16(truncatingIfNeeded: sum), toByteOffset: longs, as: Int16.self)
    }
}
