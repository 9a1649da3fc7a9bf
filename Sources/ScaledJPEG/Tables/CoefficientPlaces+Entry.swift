/// How entries hold the values of a scale.
extension CoefficientPlaces {
    /// Whether an entry can hold one more value of `size` bits, which goes to `place`, beside those at `earlier`.
    func entryHolds(_ earlier: [Int], and place: Int, size: Int) -> Bool {
        guard let first = earlier.first else {
            return size <= (hasTablePerPosition ? SmallSlots.firstSize : LargeSlots.firstSize)
        }
        guard earlier.count == 1 else { return false }
        return hasTablePerPosition
            ? size <= SmallSlots.secondSize && place == first + SmallSlots.width
            : size <= LargeSlots.secondSize && first <= LargeSlots.mostBefore
    }

    /// The bits of up to two values; places are byte offsets, or relative where tables do not know their position.
    func entryBits(_ values: [Int], at places: [Int]) -> UInt32 {
        switch (hasTablePerPosition, values.count) {
        case (true, 0): SmallSlots.values(0, 0, offset: waste)
        case (true, 1): SmallSlots.values(values[0], 0, offset: places[0])
        case (true, _): SmallSlots.values(values[0], values[1], offset: places[0])
        case (false, 0): LargeSlots.values(0, 0, before: 0)
        case (false, 1): LargeSlots.values(0, values[0], before: 0)
        case (false, _): LargeSlots.values(values[0], values[1], before: places[0])
        }
    }

    /// The bits that say where the value goes that an entry does not hold.
    func cutOffBits(_ offset: Int) -> UInt32 { hasTablePerPosition ? SmallSlots.values(0, 0, offset: offset) : 0 }

    /// How far the end of a block advances where nothing precedes it.
    var endAdvance: Int { hasTablePerPosition ? 0 : 1 }

    /// Stores a coefficient that was read symbol by symbol.
    func store(_ value: Int, in slot: UnsafeMutableRawPointer, at index: Int) {
        let offset = Int(offsets[index])
        if hasTablePerPosition {
            unsafe SmallSlots.store(value, in: slot, offset: offset)
        } else {
            unsafe LargeSlots.store(value, in: slot, offset: offset)
        }
    }
}
