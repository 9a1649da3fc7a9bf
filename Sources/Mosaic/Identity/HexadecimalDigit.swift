/// One of the sixteen digits in which hashes are written, in lower case.
enum HexadecimalDigit {
    /// The digit for the lower four bits of `value`.
    static func of(_ value: some BinaryInteger) -> UInt8 {
        let value = UInt8(truncatingIfNeeded: value) & 15
        return value + (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
    }

    /// The value of a digit; nil for all other characters, upper case included.
    static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
