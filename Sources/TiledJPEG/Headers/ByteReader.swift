/// Bounds-checked big- and little-endian reads from a part of a file.
struct ByteReader {
    let bytes: [UInt8]
    private(set) var offset: Int
    let end: Int

    /// Creates a reader of `range`, which is clipped to `bytes`.
    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        end = min(max(range.upperBound, 0), bytes.count)
        offset = min(max(range.lowerBound, 0), end)
    }

    var remaining: Int { end - offset }

    mutating func byte() -> UInt8? {
        guard offset < end else { return nil }
        defer { offset += 1 }
        return bytes[offset]
    }

    mutating func bigEndian16() -> Int? { integer(of: 2, bigEndian: true) }
    mutating func bigEndian32() -> Int? { integer(of: 4, bigEndian: true) }
    mutating func integer(of count: Int, bigEndian: Bool) -> Int? {
        guard remaining >= count else { return nil }
        var value = 0
        for index in 0..<count {
            let byte = Int(bytes[offset + index])
            value |= byte << (8 * (bigEndian ? count - 1 - index : index))
        }
        offset += count
        return value
    }

    /// The next `count` bytes; nil, without moving, if fewer are left.
    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, remaining >= count else { return nil }
        defer { offset += count }
        return bytes[offset..<offset + count]
    }

    /// Skips `count` bytes; false, without moving, if fewer are left.
    mutating func skip(_ count: Int) -> Bool {
        guard count >= 0, remaining >= count else { return false }
        offset += count
        return true
    }

    /// Whether the next bytes are `expected`; moves past them if so.
    mutating func consume(_ expected: [UInt8]) -> Bool {
        guard remaining >= expected.count, bytes[offset..<offset + expected.count].elementsEqual(expected) else {
            return false
        }
        offset += expected.count
        return true
    }
}
