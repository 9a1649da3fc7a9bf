import Mosaic

/// A bearer token of a request.
///
/// See [RFC 6750, section 2](https://www.rfc-editor.org/rfc/rfc6750#section-2).
package struct BearerToken: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// Maximum length of a token in characters. It is enough for a JWT with several claims.
    package static let maximumLength = 8_192

    /// The token: 1...8 192 characters of `A-Z a-z 0-9 - . _ ~ + /`, with optional `=` at the end.
    package let text: String

    /// `nil` for invalid text.
    init?(_ text: String) {
        guard (1...Self.maximumLength).contains(text.utf8.count) else { return nil }
        let padding = text.utf8.drop(while: Self.isAllowed)
        guard padding.count < text.utf8.count, padding.allSatisfy({ $0 == UInt8(ascii: "=") }) else { return nil }
        self.text = text
    }

    /// Parses `Authorization: Bearer TOKEN`, with the scheme in any case; `nil` for other schemes and several tokens.
    package init?(authorization field: String) {
        guard field.utf8.count <= Self.maximumLength + 16 else { return nil }
        let text = FieldText.trimmed(Substring(field).utf8)
        let scheme = text.prefix { $0 != UInt8(ascii: " ") }
        guard Substring(scheme).lowercased() == "bearer" else { return nil }
        self.init(String(Substring(text[scheme.endIndex...].drop { $0 == UInt8(ascii: " ") })))
    }

    /// Parses the parameter `token=TOKEN` of a query; `nil` if it is missing, invalid or occurs twice.
    package init?(query: String) {
        guard let text = QueryValues.only("token", in: query) else { return nil }
        self.init(text)
    }

    /// Hides the token.
    package var description: String { "(token)" }

    /// Hides the token.
    package var customMirror: Mirror { Mirror(self, children: []) }

    /// The value of `WWW-Authenticate` for 401.
    ///
    /// See [RFC 6750, section 3](https://www.rfc-editor.org/rfc/rfc6750#section-3).
    /// - Parameter shown: Whether the request has a token, which is invalid then.
    package static func challenge(shown: Bool) -> String {
        shown ? #"Bearer realm="mosaic", error="invalid_token""# : #"Bearer realm="mosaic""#
    }

    /// The value of `WWW-Authenticate` for 403: the token is valid, but lacks the required scope.
    package static func challenge(lacking scope: AccessScope) -> String {
        #"Bearer realm="mosaic", error="insufficient_scope", scope="\#(scope)""#
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        PercentEncoding.isUnreserved(byte) || "+/".utf8.contains(byte)
    }
}

/// The configured token. Only its hash is stored, so that no log or memory dump shows the token.
package struct AccessToken: Hashable, Sendable {
    private let digest: ContentHash

    /// Creates the hash of a token; `nil` if `Authorization` cannot carry the token.
    package init?(_ token: String) {
        guard let token = BearerToken(token) else { return nil }
        digest = Self.digest(of: token)
    }

    /// Whether a request's token is this one. The comparison's time reveals neither a part of the token nor its length.
    package func matches(_ shown: BearerToken) -> Bool {
        ConstantTime.areEqual(digest.bytes, Self.digest(of: shown).bytes)
    }

    private static func digest(of token: BearerToken) -> ContentHash { ContentHash(of: Array(token.text.utf8)) }
}

/// The rights of a token's holder.
package enum AccessScope: Int, Hashable, Sendable, Comparable {
    /// A valid token without a scope of this server.
    case none
    /// May read lists, jobs, and published documents if reading them requires a token.
    case read
    /// May do everything that `read` allows, and all changes.
    case write

    /// Parses words separated by spaces; words of other services are ignored.
    ///
    /// See [RFC 6749, section 3.3](https://www.rfc-editor.org/rfc/rfc6749#section-3.3).
    package init(words: String) { self.init(words: words.split(separator: " ").map(String.init)) }

    /// Creates the scope from a list of words. Words of other services are ignored.
    package init(words: [String]) { self = words.contains("write") ? .write : words.contains("read") ? .read : .none }

    package static func < (left: AccessScope, right: AccessScope) -> Bool { left.rawValue < right.rawValue }
}
