// The idea: one table serves all positions, so a value's place depends on the position in the block. An entry's last
// value belongs to the last coefficient that it moves past, so that only the first of two needs a place of its own:
//
//   entry   13 next table, 0 where the block ends; 14...17 coefficients before the first value; 18...24 first value;
//           25...31 second value
//
// An entry with one value has it as the second, and one without has zeros, which are stored for coefficients that have
// no value: what is stored first, the second value may replace. The end of a block counts as a coefficient where it
// stands alone, so that it replaces none.

/// Sixteen coefficients.
enum LargeSlots: SlotLayout {
    @inline(__always) static var stride: Int { 48 }
    static var firstSize: Int { 6 }
    static var secondSize: Int { 6 }
    /// The most coefficients before the first of two values.
    static var mostBefore: Int { 15 }

    /// The bits of an entry for up to two values.
    static func values(_ first: Int, _ second: Int, before: Int) -> UInt32 {
        assert((0...mostBefore).contains(before))
        return UInt32(before) << 14 | UInt32(truncatingIfNeeded: first & 127) << 18
            | UInt32(truncatingIfNeeded: second & 127) << 25
    }

    /// The bits of the next table: the second, where the block goes on.
    static func next(_ table: Int) -> UInt32 { table == 0 ? 0 : UInt32(PeekWidth.tableBytes) }

    @inline(__always)
    static func nextTable(_ entry: LookupEntry) -> UInt32 { entry.bits & UInt32(PeekWidth.tableBytes) }

    @inline(__always)
    static func store(
        _ entry: LookupEntry, in slot: UnsafeMutableRawPointer, before: Int, after: Int, _ places: UnsafeRawPointer
    ) {
        let first = unsafe place(before &+ Int((entry.bits &>> 14) & 15), places)
        let second = unsafe place(after &- 1, places)
        unsafe store(Int(Int32(bitPattern: entry.bits &<< 7) &>> 25), in: slot, offset: first)
        unsafe store(Int(Int32(bitPattern: entry.bits) &>> 25), in: slot, offset: second)
    }

    @inline(__always)
    static func store(
        _ value: Int, of entry: LookupEntry, in slot: UnsafeMutableRawPointer, at index: Int,
        _ places: UnsafeRawPointer
    ) {
        unsafe store(value, in: slot, offset: place(index, places))
    }

    @inline(__always)
    static func store(_ value: Int, in slot: UnsafeMutableRawPointer, offset: Int) {
        unsafe slot.storeBytes(of: Int16(truncatingIfNeeded: value), toByteOffset: offset, as: Int16.self)
    }

    @inline(__always)
    static func accumulate(_ sum: inout Int, _ coefficients: UnsafeMutableRawPointer) {
        sum &+= Int(unsafe coefficients.load(as: Int16.self))
        unsafe coefficients.storeBytes(of: Int16(truncatingIfNeeded: sum), as: Int16.self)
    }

    /// The place of the zig-zag position `index`, 0...63 + 15.
    @inline(__always)
    private static func place(_ index: Int, _ places: UnsafeRawPointer) -> Int {
        assert((0..<CoefficientPlaces.count).contains(index))
        let place = Int(unsafe places.load(fromByteOffset: index, as: UInt8.self))
        assert((8...40).contains(place))
        return place
    }
}
