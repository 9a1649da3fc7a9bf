/// Unsigned decimal numbers of a text format.
enum WholeNumber {
    /// Reads digits alone, without a sign; nil for anything else and for what does not fit an `Int`.
    static func parse(_ text: some Sequence<UInt8>) -> Int? {
        var value: Int?
        for byte in text {
            guard (0x30...0x39).contains(byte) else { return nil }
            let (product, overflows) = (value ?? 0).multipliedReportingOverflow(by: 10)
            let (sum, carries) = product.addingReportingOverflow(Int(byte & 0x0F))
            guard !overflows, !carries else { return nil }
            value = sum
        }
        return value
    }

    /// Reads two numbers around an `x` (`320x180`), each 1 or more.
    static func pair(_ text: some Collection<UInt8>) -> (first: Int, second: Int)? {
        guard let mark = text.firstIndex(of: UInt8(ascii: "x")), let first = parse(text[..<mark]),
            let second = parse(text[mark...].dropFirst()), first > 0, second > 0
        else { return nil }
        return (first, second)
    }
}
