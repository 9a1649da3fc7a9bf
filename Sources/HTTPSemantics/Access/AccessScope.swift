/// How far a token lets its holder in.
package enum AccessScope: Int, Hashable, Sendable, Comparable {
    /// A good token that allows nothing here.
    case none
    /// Lists, jobs, and published documents where reading them requires a token.
    case read
    /// Everything that `read` allows, and all changes.
    case write

    /// Parses words separated by spaces; words of other services are ignored.
    ///
    /// See [RFC 6749, section 3.3](https://www.rfc-editor.org/rfc/rfc6749#section-3.3).
    package init(words: String) { self.init(words: words.split(separator: " ").map(String.init)) }

    /// Takes the words of a list; words of other services are ignored.
    package init(words: [String]) { self = words.contains("write") ? .write : words.contains("read") ? .read : .none }

    package static func < (left: AccessScope, right: AccessScope) -> Bool { left.rawValue < right.rawValue }
}
