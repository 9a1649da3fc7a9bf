/// A name for one version of a representation.
///
/// See [RFC 9110, section 8.8.3](https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3).
package struct EntityTag: Hashable, Sendable {
    /// The text between the quotation marks.
    let opaque: String
    /// A weak tag stays the same while bytes change without significance; it is never used for ranges.
    let isWeak: Bool

    /// Takes the text between the quotation marks; nil where a byte is not allowed.
    package init?(opaque: String, isWeak: Bool = false) {
        guard opaque.utf8.allSatisfy(Self.isAllowed) else { return nil }
        self.opaque = opaque
        self.isWeak = isWeak
    }

    /// Parses exactly one tag, with optional white space around it.
    package init?(parsing text: String) {
        var rest = FieldText.trimmed(Substring(text).utf8)
        guard let tag = EntityTag(consuming: &rest), rest.isEmpty else { return nil }
        self = tag
    }

    /// Parses the tag at the beginning of `rest` and removes it; `rest` is undefined where there is none.
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

    /// Strong comparison: both strong, and the same.
    func isStronglyEqual(to other: EntityTag) -> Bool { !isWeak && !other.isWeak && opaque == other.opaque }

    /// Weak comparison: equal, whether weak or strong.
    func isWeaklyEqual(to other: EntityTag) -> Bool { opaque == other.opaque }

    /// All visible characters except the quotation mark, and non-ASCII.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        byte >= 0x21 && byte != UInt8(ascii: "\"") && byte != 0x7F
    }
}
