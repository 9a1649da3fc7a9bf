/// A name for one version of a representation.
///
/// See [RFC 9110, section 8.8.3](https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3).
package struct EntityTag: Hashable, Sendable {
    /// What stands between the quotation marks.
    let opaque: String
    /// A weak tag stays the same while bytes change that do not matter; it never serves for ranges.
    let isWeak: Bool

    /// Takes what stands between the quotation marks; nil where a byte may not stand there.
    package init?(opaque: String, isWeak: Bool = false) {
        guard opaque.utf8.allSatisfy(Self.isAllowed) else { return nil }
        self.opaque = opaque
        self.isWeak = isWeak
    }

    /// Reads exactly one tag, with white space around it or not.
    package init?(parsing text: String) {
        var rest = FieldText.trimmed(Substring(text).utf8)
        guard let tag = EntityTag(consuming: &rest), rest.isEmpty else { return nil }
        self = tag
    }

    /// Reads the tag that `rest` begins with, and takes it away; `rest` is of no use where there is none.
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

    /// Same bytes for certain: both strong, and the same.
    func isStronglyEqual(to other: EntityTag) -> Bool { !isWeak && !other.isWeak && opaque == other.opaque }

    /// As good as the same: equal, whether weak or strong.
    func isWeaklyEqual(to other: EntityTag) -> Bool { opaque == other.opaque }

    /// Everything visible but the quotation mark, and what is not ASCII.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        byte >= 0x21 && byte != UInt8(ascii: "\"") && byte != 0x7F
    }
}
