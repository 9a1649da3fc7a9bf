/// Percent-encoding of bytes, with upper-case hexadecimal digits.
///
/// [RFC 3986, section 2.1](https://www.rfc-editor.org/rfc/rfc3986#section-2.1)
package enum PercentEncoding {
    /// Encodes all bytes that are neither unreserved nor among the ASCII characters `kept`.
    package static func encoded(_ text: String, keeping kept: String = "") -> String {
        encoded(text.utf8) { !isUnreserved($0) && !kept.utf8.contains($0) }
    }

    /// Encodes the bytes for which `mustEncode` is true.
    package static func encoded(_ text: some Collection<UInt8>, where mustEncode: (UInt8) -> Bool) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count + 16)
        for byte in text {
            if mustEncode(byte) {
                bytes.append(UInt8(ascii: "%"))
                bytes += Hexadecimal.text(of: [byte]).uppercased().utf8
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Decodes `%` and two hexadecimal digits; `nil` for a `%` without them, and for bytes that are not UTF-8.
    package static func decoded(_ text: Substring.UTF8View) -> String? {
        guard text.contains(UInt8(ascii: "%")) else { return String(Substring(text)) }
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(value), let low = rest.popFirst().flatMap(value) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Decodes a form field, in which a plus sign is a space.
    package static func decoded(form text: String) -> String? {
        let spaced = text.utf8.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        return decoded(Substring(decoding: spaced, as: UTF8.self).utf8)
    }

    /// Whether a byte never needs encoding: `A-Z a-z 0-9 - . _ ~`.
    package static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: Hexadecimal.value(of: digit)
        }
    }
}
