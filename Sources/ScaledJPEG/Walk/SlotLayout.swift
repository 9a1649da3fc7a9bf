// The idea: a row of MCUs is a row of slots, one for each block. A slot has the address of its component's look-up
// tables, the coefficients that the scale needs, and room for values that are not needed, so that storing them needs no
// branch and never leaves the slot.
//
//   eighth, quarter   tables 8 | 4 coefficients 8 | room 8
//   half              tables 8 | 16 coefficients 32 | room 8

/// How the slots of one scale are laid out and filled.
protocol SlotLayout {
    /// Bytes from one slot to the next.
    static var stride: Int { get }
    /// Stores an entry's values in the slot of a block whose next coefficient is `index`, 0...63.
    static func store(
        _ entry: LookupEntry, in slot: UnsafeMutableRawPointer, at index: Int, _ places: UnsafeRawPointer)
    /// Stores the value of the coefficient `index`, 0...63, that did not fit into `entry`.
    static func store(
        _ value: Int, of entry: LookupEntry, in slot: UnsafeMutableRawPointer, at index: Int,
        _ places: UnsafeRawPointer)
}

/// One or four coefficients; components of both kinds may share a row. Tables exist for every position up to the last
/// that is needed, so an entry knows where its values go, and they go side by side.
enum SmallSlots: SlotLayout {
    @inline(__always) static var stride: Int { 24 }

    @inline(__always)
    static func store(
        _ entry: LookupEntry, in slot: UnsafeMutableRawPointer, at index: Int, _ places: UnsafeRawPointer
    ) {
        assert((8...20).contains(entry.firstPlace))
        unsafe slot.storeBytes(of: entry.bothValues, toByteOffset: entry.firstPlace, as: UInt32.self)
    }

    @inline(__always)
    static func store(
        _ value: Int, of entry: LookupEntry, in slot: UnsafeMutableRawPointer, at index: Int,
        _ places: UnsafeRawPointer
    ) {
        assert((8...22).contains(entry.firstPlace))
        unsafe slot.storeBytes(of: Int16(truncatingIfNeeded: value), toByteOffset: entry.firstPlace, as: Int16.self)
    }
}

/// Sixteen coefficients. One table serves all positions, so a value's place depends on the position in the block:
/// `places` has it for `index` plus the entry's number, 0...63 + 127.
enum LargeSlots: SlotLayout {
    @inline(__always) static var stride: Int { 48 }

    @inline(__always)
    static func store(
        _ entry: LookupEntry, in slot: UnsafeMutableRawPointer, at index: Int, _ places: UnsafeRawPointer
    ) {
        let first = unsafe place(index &+ entry.firstPlace, places)
        let second = unsafe place(index &+ entry.secondPlace, places)
        unsafe slot.storeBytes(of: entry.firstValue, toByteOffset: first, as: UInt16.self)
        unsafe slot.storeBytes(of: entry.secondValue, toByteOffset: second, as: UInt16.self)
    }

    @inline(__always)
    static func store(
        _ value: Int, of entry: LookupEntry, in slot: UnsafeMutableRawPointer, at index: Int,
        _ places: UnsafeRawPointer
    ) {
        let offset = unsafe place(index, places)
        unsafe slot.storeBytes(of: Int16(truncatingIfNeeded: value), toByteOffset: offset, as: Int16.self)
    }

    @inline(__always)
    private static func place(_ index: Int, _ places: UnsafeRawPointer) -> Int {
        assert((0..<CoefficientPlaces.count).contains(index))
        let place = Int(unsafe places.load(fromByteOffset: index, as: UInt8.self))
        assert((8...40).contains(place))
        return place
    }
}
