/// Converts bytes to lower-case hexadecimal digits, two a byte, and back.
package enum Hexadecimal {
    /// The digits of all bytes.
    package static func text(of bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(2 * bytes.underestimatedCount)
        for byte in bytes {
            text.append(digit(byte >> 4))
            text.append(digit(byte))
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The four digits of a UTF-16 code unit, as JSON escapes it.
    package static func text(of unit: UInt16) -> String {
        text(of: [UInt8(truncatingIfNeeded: unit >> 8), UInt8(truncatingIfNeeded: unit)])
    }

    /// The bytes of a text of lower-case digits; `nil` for any other text.
    package static func bytes(of text: some Sequence<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.underestimatedCount / 2)
        var high: UInt8?
        for digit in text {
            guard let value = value(of: digit) else { return nil }
            if let first = high { bytes.append(first << 4 | value) }
            high = high == nil ? value : nil
        }
        return high == nil ? bytes : nil
    }

    /// The lower-case digit for the lower four bits of `value`.
    package static func digit(_ value: some BinaryInteger) -> UInt8 {
        let value = UInt8(truncatingIfNeeded: value) & 15
        return value + (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
    }

    /// The value of a digit; `nil` for all other characters, upper case included.
    package static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
