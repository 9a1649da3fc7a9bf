/// How far a token lets its holder in.
package enum AccessScope: Int, Hashable, Sendable, Comparable {
    /// A good token that allows nothing here.
    case none
    /// Lists, jobs, and what is published where reading takes a token.
    case read
    /// All of that, and everything that changes something.
    case write

    /// Reads words divided by spaces; those for other services are passed over.
    ///
    /// See [RFC 6749, section 3.3](https://www.rfc-editor.org/rfc/rfc6749#section-3.3).
    package init(words: String) { self.init(words: words.split(separator: " ").map(String.init)) }

    /// Takes the words of a list; those for other services are passed over.
    package init(words: [String]) { self = words.contains("write") ? .write : words.contains("read") ? .read : .none }

    package static func < (left: AccessScope, right: AccessScope) -> Bool { left.rawValue < right.rawValue }
}
