// Integers of containers: little-endian in BIF, big-endian in MP4.
extension [UInt8] {
    mutating func append(littleEndian value: UInt32) {
        for shift in stride(from: 0, to: 32, by: 8) { append(UInt8(truncatingIfNeeded: value >> shift)) }
    }

    mutating func append(bigEndian value: some FixedWidthInteger) {
        for shift in stride(from: type(of: value).bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }
}

extension ArraySlice<UInt8> {
    /// The 32-bit integer at `offset` bytes from the first; nil past the end.
    func littleEndian(at offset: Int) -> UInt32? {
        guard offset >= 0, offset <= count - 4 else { return nil }
        return (0..<4).reduce(0) { $0 | UInt32(self[startIndex + offset + $1]) << (8 * $1) }
    }

    /// The integer of `bytes` bytes, 1...8, at `offset` bytes from the first; nil past the end.
    func bigEndian(_ bytes: Int, at offset: Int) -> UInt64? {
        guard offset >= 0, offset <= count - bytes else { return nil }
        return (0..<bytes).reduce(0) { $0 << 8 | UInt64(self[startIndex + offset + $1]) }
    }
}
