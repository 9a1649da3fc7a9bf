import WebVTT

/// Writes a JSON document (RFC 8259): objects on one line by default, arrays one element a line.
///
/// A record of 720 tiles takes 9 million instructions; Foundation's encoder takes about 38 million, and has no form
/// with one tile a line.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []
    private var isFirst = true
    private var indentation = 0
    private var isSpread = false

    /// Writes an object.
    ///
    /// - Parameter spread: Whether each member is on a separate line.
    mutating func object(spread: Bool = false, _ members: (inout JSONWriter) -> Void) {
        nest("{", "}", spread: spread, members)
    }

    /// Writes a member whose value is an object.
    mutating func object(_ key: String, _ members: (inout JSONWriter) -> Void) {
        self.key(key)
        object(members)
    }

    /// Writes a member whose value is an array of objects, one a line.
    mutating func array<Element>(
        _ key: String, _ elements: [Element], _ members: (inout JSONWriter, Element) -> Void
    ) {
        self.key(key)
        nest("[", "]", spread: !elements.isEmpty) { writer in
            for element in elements {
                writer.separate()
                writer.object { members(&$0, element) }
            }
        }
    }

    /// Writes a member whose value is an array of numbers, on one line.
    mutating func member(_ key: String, _ numbers: [some FixedWidthInteger]) {
        self.key(key)
        append("[")
        for (index, number) in numbers.enumerated() {
            if index > 0 { append(", ") }
            append(number)
        }
        append("]")
    }

    /// Writes an array of objects, one a line, as the whole document.
    mutating func array<Element>(_ elements: [Element], _ members: (inout JSONWriter, Element) -> Void) {
        nest("[", "]", spread: !elements.isEmpty) { writer in
            for element in elements {
                writer.separate()
                writer.object { members(&$0, element) }
            }
        }
    }

    /// Writes a member whose value is a time in seconds, with as many decimals as its milliseconds need.
    mutating func member(_ key: String, seconds time: Timestamp) {
        self.key(key)
        append(time.milliseconds / 1_000)
        var (rest, unit) = (time.milliseconds % 1_000, Int64(100))
        if rest > 0 { bytes.append(UInt8(ascii: ".")) }
        while rest > 0 {
            append(rest / unit)
            (rest, unit) = (rest % unit, unit / 10)
        }
    }

    /// Writes a member whose value is a number, or null.
    mutating func member(_ key: String, _ number: (some FixedWidthInteger)?) {
        self.key(key)
        if let number { append(number) } else { append("null") }
    }

    /// Writes a member whose value is a string, or null.
    mutating func member(_ key: String, _ text: String?) {
        self.key(key)
        if let text { string(text) } else { append("null") }
    }

    /// Writes a member whose value is true or false.
    mutating func member(_ key: String, _ isTrue: Bool) {
        self.key(key)
        append(isTrue ? "true" : "false")
    }

    /// The document, with a line feed at its end.
    consuming func document() -> [UInt8] {
        append("\n")
        return bytes
    }

    private mutating func nest(
        _ opening: String, _ closing: String, spread: Bool, _ content: (inout JSONWriter) -> Void
    ) {
        let outer = isSpread
        append(opening)
        isFirst = true
        isSpread = spread
        indentation += spread ? 1 : 0
        content(&self)
        indentation -= spread ? 1 : 0
        if spread { breakLine() }
        isSpread = outer
        isFirst = false
        append(closing)
    }

    /// Writes a key; it must not need escapes.
    private mutating func key(_ key: String) {
        if isSpread {
            separate()
        } else if isFirst {
            isFirst = false
        } else {
            bytes.append(UInt8(ascii: ","))
            bytes.append(UInt8(ascii: " "))
        }
        bytes.append(UInt8(ascii: "\""))
        append(key)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        bytes.append(UInt8(ascii: " "))
    }

    private mutating func separate() {
        if !isFirst { append(",") }
        breakLine()
        isFirst = false
    }

    private mutating func breakLine() {
        append("\n")
        for _ in 0..<indentation { append("  ") }
    }

    private mutating func string(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        let first = bytes.count
        append(text)
        if bytes[first...].contains(where: Self.needsEscape) {
            bytes.removeSubrange(first...)
            for byte in text.utf8 { appendEscaped(byte) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func appendEscaped(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
        case UInt8(ascii: "\n"): append("\\n")
        case 0..<32: append("\\u" + Hexadecimal.text(of: UInt16(byte)))
        default: bytes.append(byte)
        }
    }

    /// Appends the digits from the last to the first, and then reverses their order.
    private mutating func append(_ number: some FixedWidthInteger) {
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        var (first, rest) = (bytes.count, number.magnitude)
        repeat {
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
            rest = quotient
        } while rest > 0
        var last = bytes.count - 1
        while first < last {
            bytes.swapAt(first, last)
            (first, last) = (first + 1, last - 1)
        }
    }

    private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 32 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }
}
