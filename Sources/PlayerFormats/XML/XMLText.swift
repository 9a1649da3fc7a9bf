/// Text of XML documents: entities and lines.
enum XMLText {
    private static let entities: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
    ]

    /// The text with its entities resolved; nil for an entity that is neither numeric nor one of the five of XML.
    static func decoded(_ text: ArraySlice<UInt8>) -> String? {
        guard text.contains(UInt8(ascii: "&")) else { return String(decoding: text, as: UTF8.self) }
        var result = ""
        var rest = text
        while let mark = rest.firstIndex(of: UInt8(ascii: "&")) {
            result += String(decoding: rest[..<mark], as: UTF8.self)
            guard let end = rest[mark...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else { return nil }
            guard let scalar = scalar(String(decoding: rest[(mark + 1)..<end], as: UTF8.self)) else { return nil }
            result.unicodeScalars.append(scalar)
            rest = rest[(end + 1)...]
        }
        return result + String(decoding: rest, as: UTF8.self)
    }

    /// The text as the value of an attribute in double quotation marks, or between tags.
    ///
    /// - Parameter space: Replaces tabs and line ends; `nil` keeps them as entities.
    static func escaped(_ text: String, space: String? = nil) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\t", "\n", "\r": result += space ?? "&#\(scalar.value);"
            // XML 1.0 has no way to write other control characters.
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The line of an offset, counted from 1. It takes time in proportion to the offset; ``XMLLines`` tells many of them.
    static func line(of offset: Int, in bytes: [UInt8]) -> Int {
        1 + bytes[..<min(offset, bytes.count)].count { $0 == 0x0A }
    }

    private static func scalar(_ name: String) -> Unicode.Scalar? {
        guard name.first == "#" else { return entities[name] }
        let digits = name.dropFirst()
        let isHexadecimal = digits.first == "x"
        let number = isHexadecimal ? digits.dropFirst() : digits
        // `UInt32(_:radix:)` would take a sign, too.
        guard number.first?.isHexDigit == true, let value = UInt32(number, radix: isHexadecimal ? 16 : 10), value > 0
        else { return nil }
        return Unicode.Scalar(value)
    }
}

/// Tells the lines of offsets that ascend, and looks at every byte once.
struct XMLLines {
    private let bytes: [UInt8]
    private var offset = 0
    private var line = 1

    init(of bytes: [UInt8]) { self.bytes = bytes }

    /// The line of an offset, counted from 1.
    ///
    /// - Parameter offset: Not before the one that was asked for last.
    mutating func line(of offset: Int) -> Int {
        let end = max(self.offset, min(offset, bytes.count))
        for byte in bytes[self.offset..<end] where byte == 0x0A { line += 1 }
        self.offset = end
        return line
    }
}
