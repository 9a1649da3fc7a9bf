import Crypto

/// The token that opens what is not public, known by its hash alone, so that no log or dump of memory shows it.
package struct AccessToken: Hashable, Sendable {
    private let digest: SHA256Digest

    /// Takes a token that can stand in `Authorization`; nil for one that could never be shown.
    package init?(_ token: String) {
        guard let token = BearerToken(token) else { return nil }
        digest = Self.digest(of: token)
    }

    /// Whether a request shows this token; the time that it takes tells neither where a guess is wrong nor how long
    /// the token is.
    ///
    /// Digests are compared in constant time: https://developer.apple.com/documentation/cryptokit/digest.
    package func matches(_ shown: BearerToken) -> Bool { digest == Self.digest(of: shown) }

    private static func digest(of token: BearerToken) -> SHA256Digest { SHA256.hash(data: Array(token.text.utf8)) }
}
