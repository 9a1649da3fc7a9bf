/// A position in bytes with ASCII syntax, for parsing times and fragments.
package struct ByteCursor {
    private let bytes: ArraySlice<UInt8>
    private(set) var position: Int

    /// Creates a cursor at the first byte.
    package init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    var isAtEnd: Bool { position == bytes.endIndex }

    /// All bytes from the position on.
    var rest: ArraySlice<UInt8> { bytes[position...] }

    /// The byte at the position, nil at the end.
    package var peek: UInt8? { isAtEnd ? nil : bytes[position] }

    /// Skips one expected character; false, without moving, if it is not there.
    package mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard peek == UInt8(ascii: scalar) else { return false }
        position += 1
        return true
    }

    /// Skips an expected word; false, without moving, if it is not there.
    @inline(__always)
    package mutating func take(word: String) -> Bool {
        var end = position
        for byte in word.utf8 {
            guard end < bytes.endIndex, bytes[end] == byte else { return false }
            end += 1
        }
        position = end
        return true
    }

    /// Skips ASCII whitespace as the specification defines it.
    package mutating func skipWhitespace() {
        while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D {
            position += 1
        }
    }

    /// Reads one or more digits; nil without any. The value saturates at 2^53.
    package mutating func takeNumber() -> (value: Int64, digits: Int)? {
        var value: Int64 = 0
        var end = position
        while end < bytes.endIndex {
            let digit = bytes[end] &- 0x30
            guard digit <= 9 else { break }
            // At most 2^53 * 10 + 9, far from overflow.
            value = min(value &* 10 &+ Int64(digit), Timestamp.limit)
            end += 1
        }
        guard end > position else { return nil }
        defer { position = end }
        return (value, end - position)
    }

    /// Reads one digit as its value; nil without a digit.
    mutating func takeDigit() -> Int64? {
        guard let byte = peek, (0x30...0x39).contains(byte) else { return nil }
        position += 1
        return Int64(byte & 0x0F)
    }

    /// Reads `hh:mm:ss.ttt`, the form of times in nearly every track; nil, without moving, for another text.
    mutating func takeUsualTimestamp() -> Timestamp? {
        let end = position + 12
        guard end <= bytes.endIndex, bytes[position + 2] == UInt8(ascii: ":"),
            bytes[position + 5] == UInt8(ascii: ":"), bytes[position + 8] == UInt8(ascii: "."),
            let hours = pair(at: position), let minutes = pair(at: position + 3), minutes <= 59,
            let seconds = pair(at: position + 6), seconds <= 59, let hundredths = pair(at: position + 9)
        else { return nil }
        let thousandths = Int64(bytes[end - 1]) - 0x30
        guard (0...9).contains(thousandths), end == bytes.endIndex || !(0x30...0x39).contains(bytes[end]) else {
            return nil
        }
        position = end
        return Timestamp(
            milliseconds: ((hours * 60 + minutes) * 60 + seconds) * 1000 + hundredths * 10 + thousandths)
    }

    /// The value of two digits; nil for other bytes.
    @inline(__always)
    private func pair(at position: Int) -> Int64? {
        let (tens, ones) = (bytes[position] &- 0x30, bytes[position + 1] &- 0x30)
        return tens <= 9 && ones <= 9 ? Int64(tens) * 10 + Int64(ones) : nil
    }
}

extension ByteCursor {
    /// Reads a WebVTT timestamp, or a text that is clearly meant as a timestamp.
    ///
    /// Such a text has one to three numbers separated by colons, all but the first at most 59. A point or comma and
    /// digits may follow; more than three digits round to the nearest millisecond.
    mutating func takeLooseTimestamp() -> (time: Timestamp, repair: Repair.Kind?)? {
        var strict = self
        if let time = strict.takeTimestamp() {
            self = strict
            return (time, nil)
        }
        guard var seconds = takeNumber()?.value else { return nil }
        for _ in 0..<2 where take(":") {
            guard let field = takeNumber()?.value, field <= 59 else { return nil }
            seconds = min(seconds * 60 + field, Timestamp.limit)
        }
        let hasComma = peek == UInt8(ascii: ",")
        var fraction: Int64 = 0
        if take(".") || take(",") {
            guard let taken = takeFraction() else { return nil }
            fraction = taken
        }
        // At most 2^53 * 1000 + 1000, which still fits.
        let time = Timestamp(milliseconds: seconds * 1000 + fraction)
        return (time, hasComma ? .decimalComma : .timeSpelling)
    }
}
