/// Reads XML as S3 servers write it, and refuses all else: no DOCTYPE, no entities but the five predefined ones and
/// characters by number, no CDATA, no processing instructions, UTF-8 only.
///
/// Elements, depth and bytes are limited, so that a hostile server costs no more memory than a page of a listing.
struct XMLReader {
    struct Limits {
        var bytes = 8 << 20
        var elements = 20_000
        var depth = 12
    }

    private let bytes: [UInt8]
    private let limits: Limits
    private var offset = 0
    private var elements = 0

    /// Reads a document's only element.
    static func read(_ bytes: [UInt8], limits: Limits = Limits()) throws(XMLError) -> XMLElement {
        var reader = XMLReader(bytes: bytes, limits: limits)
        return try reader.document()
    }

    private init(bytes: [UInt8], limits: Limits) {
        self.bytes = bytes
        self.limits = limits
    }

    private mutating func document() throws(XMLError) -> XMLElement {
        guard bytes.count <= limits.bytes else { throw error("It has more than \(limits.bytes) bytes.") }
        if starts(with: "\u{FEFF}") { offset += 3 }
        if starts(with: "<?xml") { try declaration() }
        try skipMisc()
        let root = try element(depth: 1)
        try skipMisc()
        guard offset == bytes.count else { throw error("Something follows the document's end.") }
        return root
    }

    /// `<?xml version="1.0" encoding="UTF-8"?>`
    private mutating func declaration() throws(XMLError) {
        let start = offset
        while !starts(with: "?>") {
            guard offset < bytes.count, offset - start < 200 else { throw error("The declaration has no end.") }
            offset += 1
        }
        let text = String(decoding: bytes[start..<offset], as: UTF8.self).lowercased()
        offset += 2
        guard !text.contains("encoding") || text.contains("utf-8") else { throw error("It is not in UTF-8.") }
    }

    /// Space and comments outside the element.
    private mutating func skipMisc() throws(XMLError) {
        while offset < bytes.count {
            if Self.isSpace(bytes[offset]) {
                offset += 1
            } else if starts(with: "<!--") {
                try comment()
            } else {
                return
            }
        }
    }

    private mutating func comment() throws(XMLError) {
        offset += 4
        while !starts(with: "-->") {
            guard offset < bytes.count else { throw error("A comment has no end.") }
            offset += 1
        }
        offset += 3
    }

    private mutating func element(depth: Int) throws(XMLError) -> XMLElement {
        guard depth <= limits.depth else { throw error("Elements are nested more than \(limits.depth) deep.") }
        elements += 1
        guard elements <= limits.elements else { throw error("It has more than \(limits.elements) elements.") }
        try take("<")
        let start = offset
        let name = try self.name()
        let written = bytes[start..<offset]
        var element = XMLElement(name: name)
        if try attributes() { return element }
        var text: [UInt8] = []
        while true {
            guard offset < bytes.count else { throw error("The element \(name) has no end.") }
            let byte = bytes[offset]
            if starts(with: "</") {
                offset += 2
                guard bytes[offset...].starts(with: written) else { throw error("Another element ends than \(name).") }
                offset += written.count
                skipSpace()
                try take(">")
                guard let valid = String(validating: text, as: UTF8.self) else { throw error("It is not in UTF-8.") }
                element.text = valid
                return element
            } else if starts(with: "<!--") {
                try comment()
            } else if byte == UInt8(ascii: "<") {
                element.children.append(try self.element(depth: depth + 1))
            } else if byte == UInt8(ascii: "&") {
                text += try reference()
            } else {
                guard byte >= 0x20 || Self.isSpace(byte) else { throw error("There is a control character.") }
                text.append(byte)
                offset += 1
            }
        }
    }

    /// - Returns: Whether the element is empty, and ends with its tag.
    private mutating func attributes() throws(XMLError) -> Bool {
        while true {
            let hasSpace = skipSpace()
            if starts(with: "/>") {
                offset += 2
                return true
            }
            if starts(with: ">") {
                offset += 1
                return false
            }
            guard hasSpace else { throw error("A tag is not understood.") }
            _ = try name()
            skipSpace()
            try take("=")
            skipSpace()
            guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") || bytes[offset] == UInt8(ascii: "'") else {
                throw error("An attribute has no value.")
            }
            let quote = bytes[offset]
            offset += 1
            while offset < bytes.count, bytes[offset] != quote {
                guard bytes[offset] != UInt8(ascii: "<") else { throw error("An attribute has no end.") }
                if bytes[offset] == UInt8(ascii: "&") { _ = try reference() } else { offset += 1 }
            }
            guard offset < bytes.count else { throw error("An attribute has no end.") }
            offset += 1
        }
    }

    /// A name of ASCII characters; its part behind a colon.
    private mutating func name() throws(XMLError) -> String {
        let start = offset
        while offset < bytes.count, Self.isPartOfName(bytes[offset]), offset - start < 128 { offset += 1 }
        let name = bytes[start..<offset]
        guard let first = name.first, first > UInt8(ascii: "9") else { throw error("A name is not understood.") }
        let local = name.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).last ?? name
        return String(decoding: local, as: UTF8.self)
    }

    /// `&amp;` and its like, `&#38;`, `&#x26;`.
    private mutating func reference() throws(XMLError) -> [UInt8] {
        let start = offset + 1
        guard let end = bytes[start...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else {
            throw error("An entity has no end.")
        }
        let name = String(decoding: bytes[start..<end], as: UTF8.self)
        switch name {
        case "amp": offset = end + 1; return [UInt8(ascii: "&")]
        case "lt": offset = end + 1; return [UInt8(ascii: "<")]
        case "gt": offset = end + 1; return [UInt8(ascii: ">")]
        case "quot": offset = end + 1; return [UInt8(ascii: "\"")]
        case "apos": offset = end + 1; return [UInt8(ascii: "'")]
        default: break
        }
        let digits = name.hasPrefix("#x") ? name.dropFirst(2) : name.dropFirst(1)
        guard name.hasPrefix("#"), digits.first?.isHexDigit == true,
            let value = UInt32(digits, radix: name.hasPrefix("#x") ? 16 : 10), let scalar = Unicode.Scalar(value),
            value >= 0x20 || value == 0x9 || value == 0xA || value == 0xD, value != 0xFFFE, value != 0xFFFF
        else { throw error("An entity is unknown.") }
        offset = end + 1
        return Array(String(Character(scalar)).utf8)
    }

    @discardableResult
    private mutating func skipSpace() -> Bool {
        let start = offset
        while offset < bytes.count, Self.isSpace(bytes[offset]) { offset += 1 }
        return offset > start
    }

    private mutating func take(_ text: String) throws(XMLError) {
        guard starts(with: text) else { throw error("\(text) is missing.") }
        offset += text.utf8.count
    }

    private func starts(with text: String) -> Bool {
        bytes[min(offset, bytes.count)...].starts(with: text.utf8)
    }

    private func error(_ reason: String) -> XMLError { XMLError(offset: offset, reason: reason) }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x9 || byte == 0xA || byte == 0xD }

    private static func isPartOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: ":"):
            true
        default: false
        }
    }
}
