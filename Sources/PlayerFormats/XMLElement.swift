/// An XML element with its descendants and its offsets in the document.
package struct XMLElement: Sendable {
    /// The name without its prefix.
    package let name: String
    /// The prefix with its colon (`mpd:`); empty without one.
    let prefix: String
    /// Values by name as written, with entities resolved.
    let attributes: [String: String]
    /// Offsets from `<` of the start tag to after `>` of the end tag.
    fileprivate(set) var range: Range<Int>
    /// Offsets between start and end tag; empty for an empty-element tag.
    fileprivate(set) var content: Range<Int>
    /// Whether the element is a single tag that ends with `/>`.
    let isEmptyTag: Bool
    package fileprivate(set) var children: [XMLElement] = []
    /// Text directly inside the element, with entities resolved. A piece that would exceed 8 KiB is left out.
    package fileprivate(set) var text = ""

    /// Limits of a document, so that a hostile document costs little memory.
    package struct Limits: Sendable {
        let bytes: Int
        let elements: Int
        let depth: Int

        /// Creates limits of size in bytes, number of elements and nesting depth.
        package init(bytes: Int = 32 << 20, elements: Int = 300_000, depth: Int = 64) {
            (self.bytes, self.elements, self.depth) = (bytes, elements, depth)
        }
    }

    private static let maximumText = 8 << 10

    fileprivate init(_ tag: XMLTokenizer.Tag) {
        let colon = tag.name.firstIndex(of: ":")
        name = colon.map { String(tag.name[$0...].dropFirst()) } ?? tag.name
        prefix = colon.map { String(tag.name[...$0]) } ?? ""
        attributes = tag.attributes
        range = tag.range
        content = tag.range.upperBound..<tag.range.upperBound
        isEmptyTag = tag.isEmpty
    }

    /// Parses a document and returns its root element.
    ///
    /// - Throws: Errors of `XMLTokenizer`; `limitExceeded` for too many elements.
    package static func root(
        of bytes: [UInt8], limits: Limits = Limits()
    ) throws(ThumbnailFormatError) -> XMLElement {
        var tokens = try XMLTokenizer(bytes, limits)
        var open: [XMLElement] = []
        var root: XMLElement?
        var count = 0
        while let token = try tokens.next() {
            switch token {
            case .start(let tag):
                count += 1
                guard count <= limits.elements else {
                    throw ThumbnailFormatError(
                        .limitExceeded, "line \(XMLText.line(of: tag.range.lowerBound, in: bytes))",
                        "There are more than \(limits.elements) elements.")
                }
                open.append(XMLElement(tag))
                if tag.isEmpty { close(&open, &root) }
            case .end(_, let range):
                guard let last = open.indices.last else { break }
                open[last].content = open[last].content.lowerBound..<range.lowerBound
                open[last].range = open[last].range.lowerBound..<range.upperBound
                close(&open, &root)
            case .text(let range, let isLiteral):
                guard let last = open.indices.last, open[last].text.utf8.count + range.count <= maximumText else {
                    break
                }
                let text = isLiteral ? String(decoding: bytes[range], as: UTF8.self) : XMLText.decoded(bytes[range])
                guard let text else {
                    throw tokens.fault(range.lowerBound, "The text has an entity that XML does not know.")
                }
                open[last].text += text
            }
        }
        guard let root else { throw ThumbnailFormatError(.malformed, "document", "There is no element.") }
        return root
    }

    private static func close(_ open: inout [XMLElement], _ root: inout XMLElement?) {
        guard let element = open.popLast() else { return }
        if let parent = open.indices.last { open[parent].children.append(element) } else { root = element }
    }

    /// Children with a name, in order.
    func children(_ name: String) -> some Sequence<XMLElement> { children.lazy.filter { $0.name == name } }

    /// The text of the first child with a name; nil without one.
    package subscript(name: String) -> String? { child(name)?.text }

    /// The first child with a name; nil without one.
    package func child(_ name: String) -> XMLElement? { children.first { $0.name == name } }

    /// The value of an attribute as a whole number, 0 or more; nil if missing or malformed.
    func number(_ attribute: String) -> Int? { attributes[attribute].flatMap { WholeNumber.parse($0.utf8) } }
}

/// Text in XML documents: entities and line numbers.
enum XMLText {
    private static let entities: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
    ]

    /// The text with its entities resolved; nil for `&` without an entity, and for an entity that is neither predefined
    /// nor a valid number.
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

    /// Escapes a text for an attribute value in double quotation marks, or for text between tags.
    ///
    /// - Parameter space: Replacement for tabs and line ends; `nil` writes them as entities.
    static func escaped(_ text: String, space: String? = nil) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\t", "\n", "\r": result += space ?? "&#\(scalar.value);"
            // XML 1.0 cannot represent other control characters.
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// The line of an offset, from 1. O(offset); use ``XMLLines`` for several offsets.
    static func line(of offset: Int, in bytes: [UInt8]) -> Int {
        1 + bytes[..<min(offset, bytes.count)].count { $0 == 0x0A }
    }

    private static func scalar(_ name: String) -> Unicode.Scalar? {
        guard name.first == "#" else { return entities[name] }
        let digits = name.dropFirst()
        let isHexadecimal = digits.first == "x"
        let number = isHexadecimal ? digits.dropFirst() : digits
        // `UInt32(_:radix:)` would also accept a sign.
        guard number.first?.isHexDigit == true, let value = UInt32(number, radix: isHexadecimal ? 16 : 10), value > 0
        else { return nil }
        return Unicode.Scalar(value)
    }
}

/// Computes the lines of ascending offsets in one pass over the document.
struct XMLLines {
    private let bytes: [UInt8]
    private var offset = 0
    private var line = 1

    init(of bytes: [UInt8]) { self.bytes = bytes }

    /// The line of an offset, from 1.
    ///
    /// - Parameter offset: Offset in bytes, at least the offset of the previous call.
    mutating func line(of offset: Int) -> Int {
        let end = max(self.offset, min(offset, bytes.count))
        for byte in bytes[self.offset..<end] where byte == 0x0A { line += 1 }
        self.offset = end
        return line
    }
}
