import WebVTT

/// Seconds as decimal text, read and written without a `Double`.
enum DecimalSeconds {
    /// The largest number of whole seconds that is read, about 285 000 years.
    private static let limit: Int64 = 9_000_000_000_000

    /// Reads `12`, `12.` or `12.345678` as microseconds, further digits cut off.
    ///
    /// Nil for a sign, for an exponent, for nothing, and past 9 * 10^12 s.
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

    /// The nearest millisecond, halves up.
    static func rounded(microseconds: Int64) -> Timestamp { Timestamp(milliseconds: (microseconds + 500) / 1000) }

    /// Writes a time with three decimals (`4.170`), which is exact.
    static func text(_ time: Timestamp) -> String {
        let fraction = time.milliseconds % 1000
        return "\(time.milliseconds / 1000).\(fraction < 10 ? "00" : fraction < 100 ? "0" : "")\(fraction)"
    }

    private static func value(_ byte: UInt8) -> Int64? {
        (0x30...0x39).contains(byte) ? Int64(byte & 0x0F) : nil
    }
}

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
