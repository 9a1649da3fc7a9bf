extension JSONReader {
    /// Reads a string.
    mutating func string() throws(JSONFault) -> String {
        guard take("\"") else { throw JSONFault("It is not a string.") }
        let first = position
        var all: UInt8 = 0
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "\""):
                defer { position += 1 }
                let text = bytes[first..<position]
                // ASCII is always valid; skipping the check saves a fifth of the time.
                return all < 0x80 ? String(decoding: text, as: UTF8.self) : try Self.text(text)
            case UInt8(ascii: "\\"): return try escapedString(from: first)
            case 0..<32: throw JSONFault("A control character stands in the string.")
            default:
                all |= byte
                position += 1
            }
        }
        throw JSONFault("The string does not end.")
    }

    /// Reads one of a list of words.
    mutating func word<Word: RawRepresentable<String>>(_: Word.Type = Word.self) throws(JSONFault) -> Word {
        let text = try string()
        guard let word = Word(rawValue: text) else { throw JSONFault("\"\(text)\" is not known here.") }
        return word
    }

    /// Reads the rest of a string that holds an escape.
    private mutating func escapedString(from first: Int) throws(JSONFault) -> String {
        var text = Array(bytes[first..<position])
        while position < bytes.count {
            let byte = bytes[position]
            guard byte >= 32 else { throw JSONFault("A control character stands in the string.") }
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return try Self.text(text[...])
            case UInt8(ascii: "\\"): text.append(contentsOf: String(Character(try escape())).utf8)
            default: text.append(byte)
            }
        }
        throw JSONFault("The string does not end.")
    }

    /// Reads what follows a backslash.
    private mutating func escape() throws(JSONFault) -> Unicode.Scalar {
        guard position < bytes.count else { throw JSONFault("The string does not end.") }
        defer { position += 1 }
        switch bytes[position] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(bytes[position])
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try codePoint()
        default:
            // The reader stays at the wrong byte.
            position -= 1
            throw JSONFault("There is no such escape in a string.")
        }
    }

    /// Reads four digits after `\u`, or the two halves of a surrogate pair; ends on the last digit.
    private mutating func codePoint() throws(JSONFault) -> Unicode.Scalar {
        let unit = try codeUnit()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard UTF16.isLeadSurrogate(unit),
            bytes[(position + 1)...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")])
        else { throw JSONFault("Half a surrogate pair stands in the string.") }
        position += 2
        let second = try codeUnit()
        guard UTF16.isTrailSurrogate(second),
            let scalar = Unicode.Scalar(0x1_0000 + UInt32(unit - 0xD800) << 10 + UInt32(second - 0xDC00))
        else { throw JSONFault("Half a surrogate pair stands in the string.") }
        return scalar
    }

    private mutating func codeUnit() throws(JSONFault) -> UInt16 {
        let digits = bytes[(position + 1)...].prefix(4)
        var unit: UInt16 = 0
        for byte in digits {
            guard let value = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else { break }
            unit = unit << 4 | UInt16(value)
            position += 1
        }
        guard position == digits.endIndex - 1, digits.count == 4 else {
            throw JSONFault("Four hexadecimal digits have to follow \\u.")
        }
        return unit
    }

    private static func text(_ bytes: ArraySlice<UInt8>) throws(JSONFault) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw JSONFault("The string is not UTF-8.") }
        return text
    }
}
