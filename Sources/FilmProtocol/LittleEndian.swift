extension Array where Element == UInt8 {
    /// Appends a number, the lowest byte first.
    mutating func append(little number: some FixedWidthInteger) {
        for shift in stride(from: 0, to: number.bitWidth, by: 8) {
            append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    /// The number at an offset, the lowest byte first; its bytes have to be there.
    func little<Number: FixedWidthInteger>(_: Number.Type, at offset: Int) -> Number {
        var number: Number = 0
        for index in 0..<Number.bitWidth / 8 {
            number |= Number(truncatingIfNeeded: self[offset + index]) << Number(8 * index)
        }
        return number
    }
}
