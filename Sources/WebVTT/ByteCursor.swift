/// A position in ASCII-structured bytes, with the few moves that times and fragments need.
struct ByteCursor {
    private let bytes: ArraySlice<UInt8>
    private(set) var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    var isAtEnd: Bool { position == bytes.endIndex }

    /// Everything from the position on.
    var rest: ArraySlice<UInt8> { bytes[position...] }

    /// The byte at the position, nil at the end.
    var peek: UInt8? { isAtEnd ? nil : bytes[position] }

    /// Steps over one expected character; false, without moving, when another stands there.
    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard peek == UInt8(ascii: scalar) else { return false }
        position += 1
        return true
    }

    /// Steps over an expected word; false, without moving, when it does not stand there.
    mutating func take(word: String) -> Bool {
        guard rest.starts(with: word.utf8) else { return false }
        position += word.utf8.count
        return true
    }

    /// Steps over ASCII whitespace as the specification has it.
    mutating func skipWhitespace() {
        while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D {
            position += 1
        }
    }

    /// Reads one or more digits; nil without any. The value saturates at 2^53.
    mutating func takeNumber() -> (value: Int64, digits: Int)? {
        var value: Int64 = 0
        let start = position
        while let digit = takeDigit() {
            // At most 2^53 * 10 + 9, far from overflow.
            value = min(value * 10 + digit, Timestamp.limit)
        }
        return position > start ? (value, position - start) : nil
    }

    /// Takes one digit as its value.
    mutating func takeDigit() -> Int64? {
        guard let byte = peek, (0x30...0x39).contains(byte) else { return nil }
        position += 1
        return Int64(byte & 0x0F)
    }
}
