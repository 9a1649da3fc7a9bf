// The idea: a run of MCUs has a row of slots, one for each block. A slot contains the address of its component's
// look-up tables, the coefficients that the scale needs, and space for values that are not needed. So storing a value
// needs no branch and never leaves the slot.
//
//   eighth, quarter   tables 8 | 4 packed 16 | room 4 | 4 long 8 | room 2 | 2 unused
//   half              tables 8 | 16 coefficients 32 | room 8

/// The layout of the slots of one scale, and the format of values in entries.
protocol SlotLayout {
    /// Bytes from one slot to the next.
    static var stride: Int { get }
    /// Maximum number of bits of an entry's only value, or of the first of two values.
    static var firstSize: Int { get }
    /// Maximum number of bits of the second of two values.
    static var secondSize: Int { get }
    /// The next table, in bytes from the block's first table; 0 if the block ends.
    static func nextTable(_ entry: LookupEntry) -> UInt32
    /// Stores an entry's values in the slot of a block. The zig-zag position is `before`, 0...63, without the entry and
    /// `after`, at most 64, with it.
    static func store(
        _ entry: LookupEntry, in slot: UnsafeMutableRawPointer, before: Int, after: Int, _ places: UnsafeRawPointer)
    /// Stores the value of the coefficient `index`, 0...63, that did not fit into `entry`.
    static func store(
        _ value: Int, of entry: LookupEntry, in slot: UnsafeMutableRawPointer, at index: Int,
        _ places: UnsafeRawPointer)
    /// Stores a value at a byte offset.
    static func store(_ value: Int, in slot: UnsafeMutableRawPointer, offset: Int)
    /// Adds a slot's first coefficient to `sum`, and replaces it with that sum.
    static func accumulate(_ sum: inout Int, _ coefficients: UnsafeMutableRawPointer)
}

/// Offsets inside a slot, in bytes.
enum SlotOffset {
    @inline(__always) static var coefficients: Int { 8 }
}

// The idea: tables exist for every position up to the last needed one, so an entry contains the places of its values.
// Two values go to neighbouring places. They stay packed until the transform, which unpacks eight at once:
//
//   entry    13...15 next table, 0 where the block ends; 17...24 first value; 25...28 second value;
//            29...31 place of the first value, 4 for none
//   packed   an entry, at the place of its first value
//   long     a value that an entry does not hold, at its place; a coefficient is the sum of its packed and long values

/// Slots of one or four coefficients; components of both kinds may share a row.
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

    /// Byte offset of the first value.
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

    /// Bytes from the first packed value to the first long value.
    @inline(__always) static var longs: Int { 20 }

    @inline(__always)
    static func accumulate(_ sum: inout Int, _ coefficients: UnsafeMutableRawPointer) {
        let packed = unsafe coefficients.load(as: Int32.self)
        sum &+= Int((packed &<< 7) &>> 24) &+ Int(unsafe coefficients.load(fromByteOffset: longs, as: Int16.self))
        unsafe coefficients.storeBytes(of: packed & (15 << 25), as: Int32.self)
        unsafe coefficients.storeBytes(of: Int16(truncatingIfNeeded: sum), toByteOffset: longs, as: Int16.self)
    }
}

// The idea: one table serves all positions, so a value's place depends on the position in the block. An entry's last
// value belongs to the last coefficient that the entry moves past, so only the first of two needs a stored place:
//
//   entry   13 next table, 0 where the block ends; 14...17 coefficients before the first value; 18...24 first value;
//           25...31 second value
//
// An entry with one value stores it as the second value; an entry without values has zeros. A zero goes to a
// coefficient without a value, or to one that the second value overwrites next. An entry that only ends the block moves
// past one coefficient, so that its zero does not overwrite an earlier value.

/// Slots of sixteen coefficients.
enum LargeSlots: SlotLayout {
    @inline(__always) static var stride: Int { 48 }
    static var firstSize: Int { 6 }
    static var secondSize: Int { 6 }
    /// Maximum number of coefficients before the first of two values.
    static var mostBefore: Int { 15 }

    /// The bits of an entry for up to two values.
    static func values(_ first: Int, _ second: Int, before: Int) -> UInt32 {
        assert((0...mostBefore).contains(before))
        return UInt32(before) << 14 | UInt32(truncatingIfNeeded: first & 127) << 18
            | UInt32(truncatingIfNeeded: second & 127) << 25
    }

    /// The bits of the next table: of the second table, if the block continues.
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

    /// The place of the zig-zag position `index`, 0...78.
    @inline(__always)
    private static func place(_ index: Int, _ places: UnsafeRawPointer) -> Int {
        assert((0..<CoefficientPlaces.count).contains(index))
        let place = Int(unsafe places.load(fromByteOffset: index, as: UInt8.self))
        assert((8...40).contains(place))
        return place
    }
}
