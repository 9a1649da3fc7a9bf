// The idea: a reduced transform of n x n samples needs only the n x n lowest frequencies. So a slot has a place for
// each of these coefficients, and a single place that receives all other values.

/// The places of one scale's coefficients in a slot.
struct CoefficientPlaces {
    /// Number of places: zig-zag positions 0...63, and at least 15 more, because an entry adds up to 15 to a position.
    static var count: Int { 80 }

    /// The scale to which the coefficients belong.
    let scale: JPEGScale
    /// Byte offset in a slot for each zig-zag position; `waste` for positions that are not needed.
    let offsets: [UInt8]
    /// Byte offset of the space for values that are not needed.
    let waste: Int
    /// The last needed zig-zag position.
    let last: Int
    /// Number of look-up tables of a component. Small scales have one for each position up to `last`, beginning with
    /// DC, and one for the positions after `last`. The scale `half` has one for DC and one for all other positions.
    let tableCount: Int
    /// Bytes from one slot to the next.
    let slotStride: Int
    /// Whether each table serves a single position.
    let hasTablePerPosition: Bool

    init(_ scale: JPEGScale) {
        self.scale = scale
        let side = scale.rawValue
        hasTablePerPosition = scale != .half
        let width = hasTablePerPosition ? SmallSlots.width : 2
        let waste = SlotOffset.coefficients + max(4, side * side) * width
        var offsets = [UInt8](repeating: UInt8(waste), count: Self.count)
        var last = 0
        for (position, (row, column)) in ZigZag.order.enumerated() where row < side && column < side {
            let lane = side == 4 ? HalfTransform.lane(row: row, column: column) : row * side + column
            offsets[position] = UInt8(SlotOffset.coefficients + width * lane)
            last = position
        }
        self.offsets = offsets
        self.waste = waste
        self.last = last
        tableCount = hasTablePerPosition ? last + 2 : 2
        slotStride = hasTablePerPosition ? SmallSlots.stride : LargeSlots.stride
    }

    func isNeeded(_ position: Int) -> Bool { offsets[position] != waste }
}

/// The order in which coefficients are stored (T.81, figure A.6).
enum ZigZag {
    /// Row and column of each of the 64 positions.
    static let order: [(row: Int, column: Int)] = (0..<15).flatMap { diagonal in
        let rows = max(0, diagonal - 7)...min(diagonal, 7)
        let upwards = rows.reversed().map { (row: $0, column: diagonal - $0) }
        return diagonal % 2 == 0 ? upwards : Array(upwards.reversed())
    }
}

/// Up to two values of an entry.
struct EntryValues {
    private(set) var count = 0
    private(set) var first = 0
    private(set) var second = 0
    /// Place of the first value: a byte offset, or the number of coefficients before it if a table serves all
    /// positions.
    private(set) var place = 0

    mutating func append(_ value: Int, at place: Int) {
        if count == 0 {
            first = value
            self.place = place
        } else {
            second = value
        }
        count += 1
    }
}

/// The representation of a scale's values in entries.
extension CoefficientPlaces {
    /// Whether an entry can hold one more value, of `size` bits and for `place`.
    func entryHolds(_ values: EntryValues, and place: Int, size: Int) -> Bool {
        switch values.count {
        case 0: size <= (hasTablePerPosition ? SmallSlots.firstSize : LargeSlots.firstSize)
        case 1 where hasTablePerPosition: size <= SmallSlots.secondSize && place == values.place + SmallSlots.width
        case 1: size <= LargeSlots.secondSize && values.place <= LargeSlots.mostBefore
        default: false
        }
    }

    /// The bits of an entry's values.
    func entryBits(_ values: EntryValues) -> UInt32 {
        guard hasTablePerPosition else {
            return values.count < 2
                ? LargeSlots.values(0, values.first, before: 0)
                : LargeSlots.values(values.first, values.second, before: values.place)
        }
        return SmallSlots.values(values.first, values.second, offset: values.count == 0 ? waste : values.place)
    }

    /// The bits of the next table; 0 if the block ends.
    func nextBits(_ table: Int) -> UInt32 { hasTablePerPosition ? SmallSlots.next(table) : LargeSlots.next(table) }

    /// The bits for the place of a value that the entry does not hold.
    func cutOffBits(_ offset: Int) -> UInt32 { hasTablePerPosition ? SmallSlots.values(0, 0, offset: offset) : 0 }

    /// Advance of an entry that only ends the block.
    var endAdvance: Int { hasTablePerPosition ? 0 : 1 }
}

/// The places of one scale's coefficients, in memory that the hot loop can read.
@safe final class PlaceTable {
    let layout: CoefficientPlaces
    private let bytes: UnsafeMutablePointer<UInt8>

    /// `CoefficientPlaces.count` byte offsets; valid as long as the object exists.
    var start: UnsafeRawPointer { unsafe UnsafeRawPointer(bytes) }

    init(_ layout: CoefficientPlaces) {
        self.layout = layout
        unsafe bytes = .allocate(capacity: layout.offsets.count)
        for (index, offset) in layout.offsets.enumerated() { unsafe bytes[index] = offset }
    }

    deinit { unsafe bytes.deallocate() }
}
