import Crypto

/// The token for protected resources, stored as a hash, so that no log or memory dump shows it.
package struct AccessToken: Hashable, Sendable {
    private let digest: SHA256Digest

    /// Takes a token; nil for one that `Authorization` cannot carry.
    package init?(_ token: String) {
        guard let token = BearerToken(token) else { return nil }
        digest = Self.digest(of: token)
    }

    /// Whether a request has this token; the time that it takes reveals neither a part of the token nor its length.
    package func matches(_ shown: BearerToken) -> Bool { digest == Self.digest(of: shown) }

    private static func digest(of token: BearerToken) -> SHA256Digest { SHA256.hash(data: Array(token.text.utf8)) }
}
