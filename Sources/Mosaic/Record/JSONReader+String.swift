extension JSONReader {
    mutating func string() throws(MosaicError) -> String {
        guard take("\"") else { throw MosaicError(json: "It is not a string.") }
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
            case 0..<32: throw MosaicError(json: "A control character stands in the string.")
            default:
                all |= byte
                position += 1
            }
        }
        throw MosaicError(json: "The string does not end.")
    }

    /// Reads a string that is a raw value of `Word`.
    mutating func word<Word: RawRepresentable<String>>(_: Word.Type = Word.self) throws(MosaicError) -> Word {
        let text = try string()
        guard let word = Word(rawValue: text) else { throw MosaicError(json: "\"\(text)\" is not known here.") }
        return word
    }

    /// Reads the rest of a string that contains an escape.
    private mutating func escapedString(from first: Int) throws(MosaicError) -> String {
        var text = Array(bytes[first..<position])
        while position < bytes.count {
            let byte = bytes[position]
            guard byte >= 32 else { throw MosaicError(json: "A control character stands in the string.") }
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return try Self.text(text[...])
            case UInt8(ascii: "\\"): text.append(contentsOf: String(Character(try escape())).utf8)
            default: text.append(byte)
            }
        }
        throw MosaicError(json: "The string does not end.")
    }

    /// Reads an escape after its backslash.
    private mutating func escape() throws(MosaicError) -> Unicode.Scalar {
        guard position < bytes.count else { throw MosaicError(json: "The string does not end.") }
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
            // The reader stays at the wrong byte, for the error's position.
            position -= 1
            throw MosaicError(json: "There is no such escape in a string.")
        }
    }

    /// Reads four digits after `\u`, or the two halves of a surrogate pair; ends on the last digit.
    private mutating func codePoint() throws(MosaicError) -> Unicode.Scalar {
        let unit = try codeUnit()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard UTF16.isLeadSurrogate(unit),
            bytes[(position + 1)...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")])
        else { throw MosaicError(json: "Half a surrogate pair stands in the string.") }
        position += 2
        let second = try codeUnit()
        guard UTF16.isTrailSurrogate(second),
            let scalar = Unicode.Scalar(0x1_0000 + UInt32(unit - 0xD800) << 10 + UInt32(second - 0xDC00))
        else { throw MosaicError(json: "Half a surrogate pair stands in the string.") }
        return scalar
    }

    private mutating func codeUnit() throws(MosaicError) -> UInt16 {
        let digits = bytes[(position + 1)...].prefix(4)
        var unit: UInt16 = 0
        for byte in digits {
            guard let value = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else { break }
            unit = unit << 4 | UInt16(value)
            position += 1
        }
        guard position == digits.endIndex - 1, digits.count == 4 else {
            throw MosaicError(json: "Four hexadecimal digits have to follow \\u.")
        }
        return unit
    }

    private static func text(_ bytes: ArraySlice<UInt8>) throws(MosaicError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw MosaicError(json: "The string is not UTF-8.")
        }
        return text
    }
}

/// The position of the first syntax error in a JSON text.
package struct JSONSyntaxError: Hashable, Sendable {
    /// The position of the wrong byte, from 1; the position of the last byte if the text is cut off.
    package let byte: Int
    /// Whether the text ends before its value does.
    package let isCutOff: Bool

    /// Checks a text; `nil` if it is one JSON value.
    ///
    /// - Complexity: O(`bytes.count`).
    package init?(in bytes: [UInt8]) {
        var reader = JSONReader(bytes)
        do throws(MosaicError) {
            try reader.skip()
            try reader.end()
            return nil
        } catch {
            let rest = bytes.dropFirst(reader.position)
            let isBegun = ["true", "false", "null"].contains { $0.utf8.starts(with: rest) }
            isCutOff = rest.isEmpty || (isBegun && error.reason == MosaicError.unknownJSONWord.reason)
            byte = isCutOff ? bytes.count : reader.position + 1
        }
    }

    /// The error in words: `byte 7 of 10 is wrong`, or `it is cut off after byte 10`.
    ///
    /// - Parameter bytes: The text that was checked.
    package func words(in bytes: [UInt8]) -> String {
        guard !isCutOff else { return "it is cut off after byte \(byte)" }
        return "byte \(byte) of \(bytes.count) is wrong" + (isBareKey(in: bytes) ? "; keys take double quotes" : "")
    }

    /// Whether a letter or a single quote is at the beginning of a key.
    private func isBareKey(in bytes: [UInt8]) -> Bool {
        let before = bytes.prefix(max(0, byte - 1)).last { !" \t\r\n".utf8.contains($0) }
        guard byte <= bytes.count, before == UInt8(ascii: "{") || before == UInt8(ascii: ",") else { return false }
        let first = bytes[byte - 1]
        return first == UInt8(ascii: "'") || Character(Unicode.Scalar(first)).isLetter
    }

    /// The position for display: `line 3, column 2`, both from 1.
    ///
    /// - Parameter bytes: The text that was checked.
    package func place(in bytes: [UInt8]) -> String {
        let before = bytes.prefix(max(byte - 1, 0))
        let lines = before.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return "line \(max(lines.count, 1)), column \((lines.last?.count ?? 0) + 1)"
    }
}

extension MosaicError {
    /// The key and the sentence of a fault; for a text that is not valid JSON, the syntax error.
    ///
    /// - Parameter bytes: The text that was read.
    func description(in bytes: [UInt8]) -> String {
        if bytes.isEmpty { return "The file is empty." }
        return JSONSyntaxError(in: bytes).map { "It is not valid JSON: \($0.words(in: bytes))." }
            ?? (subject.isEmpty ? reason : description)
    }
}
