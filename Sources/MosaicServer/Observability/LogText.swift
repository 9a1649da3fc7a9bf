import Mosaic

/// Writes text into a line so that it cannot end the line or look like another field.
enum LogText {
    /// Appends text as a JSON string, without control characters and changes of the writing direction.
    ///
    /// See [RFC 8259, section 7](https://www.rfc-editor.org/rfc/rfc8259#section-7).
    static func appendQuoted(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        if !append(text, to: &bytes, where: { (0x20...0x7E).contains($0) && !isQuoting($0) }) {
            for scalar in text.unicodeScalars { append(scalar, to: &bytes) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends a sentence, quoted where it could be taken for more than one.
    static func appendSentence(_ text: String, to bytes: inout [UInt8]) {
        let isPlain = append(text, to: &bytes) {
            (0x20...0x7E).contains($0) && !isQuoting($0) && $0 != UInt8(ascii: "=")
        }
        if !isPlain { appendQuoted(text, to: &bytes) }
    }

    /// Appends a name before a `=`, quoted where its end would be ambiguous.
    static func appendName(_ text: String, to bytes: inout [UInt8]) {
        let isPlain = append(text, to: &bytes) {
            (0x21...0x7E).contains($0) && !isQuoting($0) && $0 != UInt8(ascii: "=")
        }
        if !isPlain || text.isEmpty { appendQuoted(text, to: &bytes) }
    }

    /// Appends a value before a space, quoted where its end would be ambiguous.
    static func appendValue(_ text: String, to bytes: inout [UInt8]) {
        let isPlain = append(text, to: &bytes) { (0x21...0x7E).contains($0) && !isQuoting($0) }
        if !isPlain || text.isEmpty { appendQuoted(text, to: &bytes) }
    }

    /// Appends text of plain bytes; appends nothing where one is not plain.
    private static func append(_ text: String, to bytes: inout [UInt8], where isPlain: (UInt8) -> Bool) -> Bool {
        let begin = bytes.count
        bytes.append(contentsOf: text.utf8)
        // Scanning an array's bytes is faster than scanning a string's.
        if bytes[begin...].allSatisfy(isPlain) { return true }
        bytes.removeSubrange(begin...)
        return false
    }

    private static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        switch scalar {
        case "\"", "\\": bytes += [UInt8(ascii: "\\"), UInt8(truncatingIfNeeded: scalar.value)]
        case "\n": bytes += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
        case "\r": bytes += [UInt8(ascii: "\\"), UInt8(ascii: "r")]
        case "\t": bytes += [UInt8(ascii: "\\"), UInt8(ascii: "t")]
        case _ where steers(scalar):
            for unit in String(scalar).utf16 {
                bytes += ("\\u" + Hexadecimal.text(of: unit)).utf8
            }
        default: bytes.append(contentsOf: String(scalar).utf8)
        }
    }

    private static func isQuoting(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") }

    private static func steers(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
