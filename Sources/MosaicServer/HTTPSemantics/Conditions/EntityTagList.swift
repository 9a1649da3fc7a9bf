/// The value of `If-Match` and `If-None-Match`.
///
/// See [RFC 9110, section 13.1.1](https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1).
enum EntityTagList: Hashable, Sendable {
    /// `*`: any representation that exists.
    case any
    /// One of these.
    case tags([EntityTag])

    /// Parses `*` or tags with commas between them; nil where there is no tag, or anything else besides.
    ///
    /// Empty members are passed over, and a comma within a tag belongs to it. O(bytes).
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
