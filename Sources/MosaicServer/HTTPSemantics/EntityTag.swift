/// The name of one version of a representation.
///
/// See [RFC 9110, section 8.8.3](https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3).
package struct EntityTag: Hashable, Sendable {
    /// The text between the quotation marks.
    let opaque: String
    /// Whether the tag is weak: it may stay the same while bytes change without significance. A weak tag is never used
    /// for ranges.
    let isWeak: Bool

    /// Creates a tag from the text between the quotation marks; `nil` if it contains an invalid byte.
    package init?(opaque: String, isWeak: Bool = false) {
        guard opaque.utf8.allSatisfy(Self.isAllowed) else { return nil }
        self.opaque = opaque
        self.isWeak = isWeak
    }

    /// Parses exactly one tag, with optional white space around it; `nil` for any other text.
    package init?(parsing text: String) {
        var rest = FieldText.trimmed(Substring(text).utf8)
        guard let tag = EntityTag(consuming: &rest), rest.isEmpty else { return nil }
        self = tag
    }

    /// Parses the tag at the beginning of `rest` and removes it. Without a tag, returns `nil` and leaves `rest`
    /// undefined.
    init?(consuming rest: inout Substring.UTF8View) {
        isWeak = rest.starts(with: "W/".utf8)
        if isWeak { rest.removeFirst(2) }
        guard rest.popFirst() == UInt8(ascii: "\"") else { return nil }
        let content = rest.prefix(while: Self.isAllowed)
        rest = rest[content.endIndex...]
        guard rest.popFirst() == UInt8(ascii: "\"") else { return nil }
        opaque = String(Substring(content))
    }

    /// The tag as a field value: `"opaque"` or `W/"opaque"`.
    package var fieldValue: String { isWeak ? "W/\"\(opaque)\"" : "\"\(opaque)\"" }

    /// Strong comparison: both tags are strong and equal.
    func isStronglyEqual(to other: EntityTag) -> Bool { !isWeak && !other.isWeak && opaque == other.opaque }

    /// Weak comparison: the texts are equal, whether the tags are weak or strong.
    func isWeaklyEqual(to other: EntityTag) -> Bool { opaque == other.opaque }

    /// Allows all visible ASCII characters except the quotation mark, and all bytes outside ASCII.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        byte >= 0x21 && byte != UInt8(ascii: "\"") && byte != 0x7F
    }
}

/// The value of `If-Match` and `If-None-Match`.
///
/// See [RFC 9110, section 13.1.1](https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1).
enum EntityTagList: Hashable, Sendable {
    /// `*`: any representation that exists.
    case any
    /// Any of these tags.
    case tags([EntityTag])

    /// Parses `*` or a list of tags separated by commas; `nil` if there is no tag or invalid text.
    ///
    /// Empty members are ignored. A comma within a tag belongs to the tag. O(bytes).
    init?(parsing text: String) {
        var rest = FieldText.trimmed(Substring(text).utf8)
        if rest.elementsEqual("*".utf8) {
            self = .any
            return
        }
        var tags: [EntityTag] = []
        var mayBegin = true
        while let byte = rest.first {
            if FieldText.isSpace(byte) {
                rest.removeFirst()
            } else if byte == UInt8(ascii: ",") {
                rest.removeFirst()
                mayBegin = true
            } else {
                guard mayBegin, let tag = EntityTag(consuming: &rest) else { return nil }
                tags.append(tag)
                mayBegin = false
            }
        }
        guard !tags.isEmpty else { return nil }
        self = .tags(tags)
    }

    /// Whether a tag is strongly equal to the current one; `*` matches every existing representation.
    func containsStrongly(_ tag: EntityTag?) -> Bool {
        switch self {
        case .any: true
        case .tags(let tags): tag.map { tag in tags.contains { $0.isStronglyEqual(to: tag) } } ?? false
        }
    }

    /// Whether a tag is weakly equal to the current one; `*` matches every existing representation.
    func containsWeakly(_ tag: EntityTag?) -> Bool {
        switch self {
        case .any: true
        case .tags(let tags): tag.map { tag in tags.contains { $0.isWeaklyEqual(to: tag) } } ?? false
        }
    }
}

/// The common grammar of field values.
///
/// See [RFC 9110, section 5.6](https://www.rfc-editor.org/rfc/rfc9110#section-5.6).
enum FieldText {
    /// Whether a byte is optional white space: a space or a tab.
    static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    /// The text without the white space around it.
    static func trimmed(_ text: Substring.UTF8View) -> Substring.UTF8View {
        var rest = text.drop(while: isSpace)
        while let last = rest.last, isSpace(last) { rest.removeLast() }
        return rest
    }

    /// The number in a text of digits, `Int.max` if it is larger; `nil` for any other text.
    static func number(_ digits: Substring.UTF8View) -> Int? {
        guard !digits.isEmpty else { return nil }
        var number = 0
        for byte in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            let (tens, overflowedTens) = number.multipliedReportingOverflow(by: 10)
            let (sum, overflowed) = tens.addingReportingOverflow(Int(byte - UInt8(ascii: "0")))
            number = overflowedTens || overflowed ? .max : sum
        }
        return number
    }
}
