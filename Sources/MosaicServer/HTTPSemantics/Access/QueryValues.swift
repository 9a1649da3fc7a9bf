/// Parses the parameters of a query that decide about access, where two parsers must never differ.
package enum QueryValues {
    /// The decoded value of the only parameter with this name; nil without one, with several, or where it cannot be
    /// decoded.
    ///
    /// A plus sign stays a plus sign, because tokens contain it.
    package static func only(_ name: String, in query: String) -> String? {
        var found: String?
        for pair in query.utf8.split(separator: UInt8(ascii: "&")) {
            let key = pair.prefix { $0 != UInt8(ascii: "=") }
            guard decoded(key) == name else { continue }
            guard found == nil, let value = decoded(pair[key.endIndex...].dropFirst()) else { return nil }
            found = value
        }
        return found
    }

    /// Resolves `%` and two hexadecimal digits; nil for a `%` without them, and for bytes that are not UTF-8.
    package static func decoded(_ text: Substring.UTF8View) -> String? {
        guard text.contains(UInt8(ascii: "%")) else { return String(Substring(text)) }
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
