import Crypto

/// The token that opens what is not public, known by its hash alone, so that no log or dump of memory shows it.
package struct AccessToken: Hashable, Sendable {
    private let digest: [UInt8]

    /// Takes a token that can stand in `Authorization`; nil for one that could never be shown.
    package init?(_ token: String) {
        guard let token = BearerToken(token) else { return nil }
        digest = Self.digest(of: token)
    }

    /// Whether a request shows this token; the time that it takes tells neither where a guess is wrong nor how long
    /// the token is.
    package func matches(_ shown: BearerToken) -> Bool { ConstantTime.areEqual(digest, Self.digest(of: shown)) }

    private static func digest(of token: BearerToken) -> [UInt8] { Array(SHA256.hash(data: Array(token.text.utf8))) }
}
