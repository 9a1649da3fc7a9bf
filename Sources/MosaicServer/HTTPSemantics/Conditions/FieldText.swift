/// The grammar that field values share.
///
/// See [RFC 9110, section 5.6](https://www.rfc-editor.org/rfc/rfc9110#section-5.6).
enum FieldText {
    /// Whether a byte is optional white space: a space or a tab.
    static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    /// `text` without the white space around it.
    static func trimmed(_ text: Substring.UTF8View) -> Substring.UTF8View {
        var rest = text.drop(while: isSpace)
        while let last = rest.last, isSpace(last) { rest.removeLast() }
        return rest
    }

    /// The number in a text of digits, `Int.max` where it is larger, nil for any other text.
    static func number(_ digits: Substring.UTF8View) -> Int? {
        guard !digits.isEmpty else { return nil }
        var number = 0
        for byte in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            let (tens, overflowedTens) = number.multipliedReportingOverflow(by: 10)
            let (sum, overflowed) = tens.addingReportingOverflow(Int(byte - UInt8(ascii: "0")))
            number = overflowedTens || overflowed ? .max : sum
        }
        return number
    }
}
