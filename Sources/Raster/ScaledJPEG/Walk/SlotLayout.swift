// The idea: a run of MCUs is a row of slots, one for each block. A slot has the address of its component's look-up
// tables, the coefficients that the scale needs, and room for values that are not needed, so that storing them needs no
// branch and never leaves the slot.
//
//   eighth, quarter   tables 8 | 4 packed 16 | room 4 | 4 long 8 | room 2 | 2 unused
//   half              tables 8 | 16 coefficients 32 | room 8

/// How the slots of one scale are laid out and filled, and how entries hold values.
protocol SlotLayout {
    /// Bytes from one slot to the next.
    static var stride: Int { get }
    /// The most bits that a value may have to be an entry's only, or the first of two.
    static var firstSize: Int { get }
    /// The most bits that the second of two values may have.
    static var secondSize: Int { get }
    /// The next table, in bytes from the block's first table; 0 where the block ends.
    static func nextTable(_ entry: LookupEntry) -> UInt32
    /// Stores an entry's values in the slot of a block; the zig-zag position is `before` without it and `after` with it,
    /// both 0...63.
    static func store(
        _ entry: LookupEntry, in slot: UnsafeMutableRawPointer, before: Int, after: Int, _ places: UnsafeRawPointer)
    /// Stores the value of the coefficient `index`, 0...63, that did not fit into `entry`.
    static func store(
        _ value: Int, of entry: LookupEntry, in slot: UnsafeMutableRawPointer, at index: Int,
        _ places: UnsafeRawPointer)
    /// Stores a value at a byte offset.
    static func store(_ value: Int, in slot: UnsafeMutableRawPointer, offset: Int)
    /// Adds a slot's first coefficient to `sum`, and makes it that sum.
    static func accumulate(_ sum: inout Int, _ coefficients: UnsafeMutableRawPointer)
}

/// Offsets inside a slot, in bytes.
enum SlotOffset {
    @inline(__always) static var coefficients: Int { 8 }
}
