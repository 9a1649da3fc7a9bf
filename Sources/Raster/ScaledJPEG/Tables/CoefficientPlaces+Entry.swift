/// Up to two values of an entry.
struct EntryValues {
    private(set) var count = 0
    private(set) var first = 0
    private(set) var second = 0
    /// The first one's place: a byte offset, or relative where tables do not know their position.
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

/// How entries hold the values of a scale.
extension CoefficientPlaces {
    /// Whether an entry can hold one more value of `size` bits, which goes to `place`.
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

    /// The bits of the next table; 0 where the block ends.
    func nextBits(_ table: Int) -> UInt32 { hasTablePerPosition ? SmallSlots.next(table) : LargeSlots.next(table) }

    /// The bits that say where the value goes that an entry does not hold.
    func cutOffBits(_ offset: Int) -> UInt32 { hasTablePerPosition ? SmallSlots.values(0, 0, offset: offset) : 0 }

    /// Advance of the end of a block without preceding zeros.
    var endAdvance: Int { hasTablePerPosition ? 0 : 1 }
}
