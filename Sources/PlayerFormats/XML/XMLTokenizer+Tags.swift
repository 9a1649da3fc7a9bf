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
                guard open.count < Self.maximumDepth else {
                    throw ThumbnailFormatError(
                        .limitExceeded, subject(start), "Elements lie deeper than \(Self.maximumDepth).")
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
