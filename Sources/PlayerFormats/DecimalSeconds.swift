import WebVTT

/// Seconds as decimal text, parsed without a `Double`.
enum DecimalSeconds {
    /// Maximum number of whole seconds, about 285 000 years.
    private static let limit: Int64 = 9_000_000_000_000

    /// Parses `12`, `12.` or `12.345678` as microseconds; further digits are ignored.
    ///
    /// Nil for a sign, an exponent, text without leading digits, and more than 9 * 10^12 s.
    static func microseconds(_ text: some Collection<UInt8>) -> Int64? {
        var seconds: Int64 = 0
        var rest = text[...]
        var hasDigits = false
        while let digit = rest.first.flatMap(value) {
            seconds = seconds * 10 + digit
            guard seconds <= limit else { return nil }
            hasDigits = true
            rest.removeFirst()
        }
        guard hasDigits else { return nil }
        guard !rest.isEmpty else { return seconds * 1_000_000 }
        guard rest.removeFirst() == UInt8(ascii: ".") else { return nil }
        var fraction: Int64 = 0
        var place: Int64 = 100_000
        for byte in rest {
            guard let digit = value(byte) else { return nil }
            fraction += digit * place
            place /= 10
        }
        return seconds * 1_000_000 + fraction
    }

    /// Rounds to the nearest millisecond, halves up.
    static func rounded(microseconds: Int64) -> Timestamp { Timestamp(milliseconds: (microseconds + 500) / 1000) }

    private static func value(_ byte: UInt8) -> Int64? {
        (0x30...0x39).contains(byte) ? Int64(byte & 0x0F) : nil
    }
}

/// Parses unsigned decimal numbers in text formats.
enum WholeNumber {
    /// Parses digits without a sign; nil for any other text and for a number that does not fit an `Int`.
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

    /// Parses two numbers separated by `x`, such as `320x180`, each 1 or more.
    static func pair(_ text: some Collection<UInt8>) -> (first: Int, second: Int)? {
        guard let mark = text.firstIndex(of: UInt8(ascii: "x")), let first = parse(text[..<mark]),
            let second = parse(text[mark...].dropFirst()), first > 0, second > 0
        else { return nil }
        return (first, second)
    }
}
