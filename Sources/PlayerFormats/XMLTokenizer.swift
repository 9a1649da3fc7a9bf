/// Splits an XML document into tags and text with their offsets. The document is UTF-8 without DOCTYPE, and uses
/// numeric and the five predefined entities only.
///
/// Each end tag must match its start tag. Offsets refer to the unchanged document, so that a document can be edited
/// byte for byte around a tag.
struct XMLTokenizer {
    /// A start tag or an empty-element tag.
    struct Tag {
        /// The name as written, including the prefix.
        let name: String
        /// Values by name as written, with entities resolved.
        let attributes: [String: String]
        /// Offsets from `<` to after `>`.
        let range: Range<Int>
        /// Whether the tag ends with `/>`.
        let isEmpty: Bool
    }

    enum Token {
        case start(Tag)
        /// An end tag: the name and its offsets.
        case end(String, Range<Int>)
        /// Text between tags, with unresolved entities; for CDATA, its content with `isLiteral`.
        case text(Range<Int>, isLiteral: Bool)
    }

    /// Maximum number of attributes in a tag.
    static let maximumAttributes = 100

    let bytes: [UInt8]
    let limits: XMLElement.Limits
    var position = 0
    var open: [String] = []
    var hasRoot = false

    /// - Throws: `limitExceeded` for too many bytes; `unsupported` for UTF-16.
    init(_ bytes: [UInt8], _ limits: XMLElement.Limits) throws(ThumbnailFormatError) {
        guard bytes.count <= limits.bytes else {
            throw ThumbnailFormatError(
                .limitExceeded, "document", "It has \(bytes.count) bytes, more than \(limits.bytes).")
        }
        guard !bytes.starts(with: [0xFE, 0xFF]), !bytes.starts(with: [0xFF, 0xFE]), !bytes.prefix(4).contains(0) else {
            throw ThumbnailFormatError(.unsupported, "document", "It is UTF-16; only UTF-8 is read.")
        }
        (self.bytes, self.limits) = (bytes, limits)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// Reads the next token; nil at the end of a complete document.
    ///
    /// - Throws: `malformed` and `limitExceeded` with the line; `unsupported` for a DOCTYPE.
    mutating func next() throws(ThumbnailFormatError) -> Token? {
        while position < bytes.count {
            guard bytes[position] == UInt8(ascii: "<") else {
                let end = bytes[position...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
                let text = position..<end
                position = end
                if !open.isEmpty { return .text(text, isLiteral: false) }
                guard bytes[text].allSatisfy(Self.isSpace) else {
                    throw fault(text.lowerBound, "Text lies outside the root element.")
                }
                continue
            }
            let rest = bytes[position...]
            if rest.starts(with: "<!--".utf8) {
                position = try end(of: "-->", after: position + 4)
            } else if rest.starts(with: "<![CDATA[".utf8) {
                let start = position + 9
                position = try end(of: "]]>", after: start)
                return .text(start..<(position - 3), isLiteral: true)
            } else if rest.starts(with: "<?".utf8) {
                position = try end(of: "?>", after: position + 2)
            } else if rest.starts(with: "<!".utf8) {
                throw ThumbnailFormatError(.unsupported, subject(position), "A DOCTYPE is not read.")
            } else if rest.starts(with: "</".utf8) {
                return try takeEndTag()
            } else {
                return try takeStartTag()
            }
        }
        guard hasRoot, open.isEmpty else {
            throw fault(bytes.count, open.last.map { "The element \($0) has no end tag." } ?? "There is no element.")
        }
        return nil
    }

    /// The offset after the next occurrence of `mark`.
    private func end(of mark: String, after start: Int) throws(ThumbnailFormatError) -> Int {
        let pattern = Array(mark.utf8)
        var place = start
        while place + pattern.count <= bytes.count {
            if bytes[place] == pattern[0], bytes[place..<(place + pattern.count)].elementsEqual(pattern) {
                return place + pattern.count
            }
            place += 1
        }
        throw fault(position, "A comment, a CDATA section or a processing instruction does not end.")
    }

    func fault(_ offset: Int, _ reason: String) -> ThumbnailFormatError {
        ThumbnailFormatError(.malformed, subject(offset), reason)
    }

    func subject(_ offset: Int) -> String { "line \(XMLText.line(of: offset, in: bytes))" }

    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

    static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x3A, 0x41...0x5A, 0x61...0x7A, 0x80...0xFF, UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

extension XMLTokenizer {
    mutating func takeEndTag() throws(ThumbnailFormatError) -> Token {
        let start = position
        position += 2
        let name = try takeName()
        skipSpace()
        guard position < bytes.count, bytes[position] == UInt8(ascii: ">") else {
            throw fault(start, "The end tag of \(name) does not end.")
        }
        position += 1
        guard open.popLast() == name else { throw fault(start, "The end tag \(name) ends no element that is open.") }
        return .end(name, start..<position)
    }

    mutating func takeStartTag() throws(ThumbnailFormatError) -> Token {
        let start = position
        position += 1
        let name = try takeName()
        guard !open.isEmpty || !hasRoot else { throw fault(start, "There is a second root element.") }
        hasRoot = true
        var attributes: [String: String] = [:]
        while true {
            let before = position
            skipSpace()
            guard position < bytes.count else { throw fault(start, "The tag \(name) does not end.") }
            if bytes[position] == UInt8(ascii: ">") {
                position += 1
                guard open.count < limits.depth else {
                    throw ThumbnailFormatError(
                        .limitExceeded, subject(start), "Elements lie deeper than \(limits.depth).")
                }
                open.append(name)
                return .start(Tag(name: name, attributes: attributes, range: start..<position, isEmpty: false))
            }
            if bytes[position...].starts(with: "/>".utf8) {
                position += 2
                return .start(Tag(name: name, attributes: attributes, range: start..<position, isEmpty: true))
            }
            guard position > before else { throw fault(position, "No space separates the attributes of \(name).") }
            guard attributes.count < Self.maximumAttributes else {
                throw ThumbnailFormatError(
                    .limitExceeded, subject(start), "\(name) has more than \(Self.maximumAttributes) attributes.")
            }
            let (key, value) = try takeAttribute()
            guard attributes.updateValue(value, forKey: key) == nil else {
                throw fault(before, "The attribute \(key) of \(name) occurs twice.")
            }
        }
    }

    private mutating func takeAttribute() throws(ThumbnailFormatError) -> (String, String) {
        let name = try takeName()
        skipSpace()
        guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else {
            throw fault(position, "The attribute \(name) has no value.")
        }
        position += 1
        skipSpace()
        guard position < bytes.count, [0x22, 0x27].contains(bytes[position]) else {
            throw fault(position, "The value of \(name) has no quotation marks.")
        }
        let quote = bytes[position]
        let start = position + 1
        guard let end = bytes[start...].firstIndex(of: quote), !bytes[start..<end].contains(UInt8(ascii: "<")) else {
            throw fault(start, "The value of \(name) does not end.")
        }
        position = end + 1
        guard let value = XMLText.decoded(bytes[start..<end]) else {
            throw fault(start, "The value of \(name) has an entity that XML does not know.")
        }
        return (name, value)
    }

    private mutating func takeName() throws(ThumbnailFormatError) -> String {
        let start = position
        while position < bytes.count, Self.isNameByte(bytes[position]) { position += 1 }
        guard position > start, position - start <= 200 else { throw fault(start, "A name is expected.") }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func skipSpace() {
        while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
    }
}
