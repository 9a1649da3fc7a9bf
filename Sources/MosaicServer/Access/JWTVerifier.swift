import Foundation
package import Mosaic

/// Checks signed tokens.
///
/// The algorithm in a token is never chosen: it has to be that of the key. See [RFC 8725, section
/// 3.1](https://www.rfc-editor.org/rfc/rfc8725#section-3.1).
struct JWTVerifier: Sendable {
    /// Tolerated difference of the clocks of issuer and server, in seconds.
    static let leeway = 30.0
    /// The claim of [RFC 8693, section 4.2](https://www.rfc-editor.org/rfc/rfc8693#section-4.2), which is not a list.
    static let standardScopeClaim = "scope"

    private enum Keys {
        case one(JWTVerificationKey)
        case set(JWTKeySet)
    }

    private let keys: Keys
    private let issuer: String?
    private let audience: String?
    private let scopeClaim: String

    /// Makes a verifier with the key, the required issuer (nil for any), the required audience, and the claim with the
    /// scope: words separated by spaces or, except for `scope` itself, a list of words.
    ///
    /// - Throws: `invalidSettings`.
    init(
        _ key: JWTKey, issuer: String?, audience: String?, scopeClaim: String = JWTVerifier.standardScopeClaim
    ) throws(MosaicError) {
        guard !scopeClaim.isEmpty else { throw Self.invalid("The claim that has a token's scope needs a name.") }
        self.issuer = issuer
        self.audience = audience
        self.scopeClaim = scopeClaim
        switch key {
        case .secret(let bytes):
            // With a public key as the secret everyone could sign tokens.
            guard bytes.firstRange(of: Array("-----BEGIN ".utf8)) == nil else {
                throw Self.invalid("A PEM file is not a secret; verify tokens that its key signs with the public key.")
            }
            guard bytes.count >= 32 else { throw Self.invalid(Secret.tooShort(bytes.count, minimum: 32)) }
            keys = .one(.secret(HMACKey(bytes)))
        case .publicKey(let pem):
            guard !pem.contains("PRIVATE KEY") else {
                throw Self.invalid("Tokens are checked with the public key; the private one is nothing to have here.")
            }
            guard let key = JWTVerificationKey(pem: pem) else {
                throw Self.invalid("A public key is a PEM file, of RSA with 2048 bits at least or of P-256.")
            }
            keys = .one(key)
        case .keySet(let path): keys = .set(try JWTKeySet(path: path))
        }
    }

    /// The keys that may change while the server runs; nil where there is one that stays.
    var keySet: JWTKeySet? {
        if case .set(let keys) = keys { keys } else { nil }
    }

    /// The key for a token; in a set the key whose identifier the header holds.
    private func key(for header: JWTHeader) -> JWTVerificationKey? {
        switch keys {
        case .one(let key): key
        case .set(let keys): header.kid.flatMap { keys.key(named: $0) }
        }
    }

    /// The access that a token grants.
    ///
    /// - Throws: `unauthorized` for a token that is not good now, with the reason where its signature is.
    func scope(of token: BearerToken, now: HTTPDate) throws(RequestError) -> AccessScope {
        switch try claims(of: token, now: now).texts[scopeClaim] {
        case nil: .none
        case .one(let words): AccessScope(words: words)
        case .list(let words): AccessScope(words: words)
        }
    }

    /// The claims of a token.
    ///
    /// - Throws: `unauthorized` for a token that is not good now, with the reason where its signature is.
    func claims(of token: BearerToken, now: HTTPDate) throws(RequestError) -> JWTClaims {
        guard let parts = JWTParts(token.text), let header = Self.decoded(parts.header, as: JWTHeader.self),
            // Critical extensions are refused, because none is supported.
            let key = key(for: header), header.alg == key.algorithm, !header.hasCriticalExtensions,
            key.verifies(parts.signature, of: parts.signed),
            var claims = Self.decoded(parts.claims, as: JWTClaims.self),
            scopeClaim != Self.standardScopeClaim || !claims.hasListedScope
        else { throw .unauthorized("The token is not good.") }
        let seconds = Double(now.secondsSince1970)
        guard let end = claims.exp else { throw .unauthorized("The token never expires.") }
        guard seconds < end + Self.leeway else { throw .unauthorized("The token has expired.") }
        guard claims.nbf.map({ seconds + Self.leeway >= $0 }) ?? true else {
            throw .unauthorized("The token does not hold yet.")
        }
        guard issuer == nil || claims.iss == issuer else { throw .unauthorized("The token is of another issuer.") }
        // A token with an audience is valid for that audience only, so never where the server has none.
        guard (claims.aud?.texts).map({ names in audience.map(names.contains) ?? false }) ?? (audience == nil) else {
            throw .unauthorized("The token is for another audience.")
        }
        if case .set = keys { claims.keyName = header.kid }
        return claims
    }

    /// Decodes a part of a token; nil unless it is JSON in UTF-8.
    private static func decoded<Part: Decodable>(_ part: [UInt8], as type: Part.Type) -> Part? {
        guard String(validating: part, as: UTF8.self) != nil else { return nil }
        return try? JSONDecoder().decode(type, from: Data(part))
    }

    private static func invalid(_ reason: String) -> MosaicError { MosaicError(.invalidSettings, "JWT key", reason) }
}

extension JWTKey {
    /// Refuses a key that no token can be checked with.
    ///
    /// - Throws: `invalidSettings`.
    package func check() throws(MosaicError) { _ = try JWTVerifier(self, issuer: nil, audience: nil) }
}

/// The key to check signed tokens (JWT) with; it alone determines the algorithm.
public enum JWTKey: Sendable, CustomStringConvertible, CustomReflectable {
    /// At least 32 bytes, shared with the issuer of tokens: HS256.
    case secret([UInt8])
    /// The text of a PEM file with `BEGIN PUBLIC KEY`: RS256 for RSA of 2 048 bits at least, ES256 for P-256.
    case publicKey(pem: String)
    /// A file with public keys (JWKS), of which each token names one by its `kid`: RS256 and ES256 as above. The file is
    /// read again while the server runs; one that cannot be used changes nothing.
    case keySet(path: String)

    /// Hides the key.
    public var description: String { "(key)" }

    /// Hides the key.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The claims of a signed token that decide about access.
///
/// Times are seconds since 1970 with any fraction, as in the token: converting a hostile token's time to an integer
/// could overflow.
///
/// See [RFC 7519, section 4.1](https://www.rfc-editor.org/rfc/rfc7519#section-4.1).
struct JWTClaims: Decodable {
    /// A claim of text: one, or a list.
    enum Text: Decodable {
        case one(String)
        case list([String])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            self = try (try? container.decode(String.self)).map { .one($0) } ?? .list(container.decode([String].self))
        }

        var texts: [String] {
            switch self {
            case .one(let text): [text]
            case .list(let texts): texts
            }
        }
    }

    let exp: Double?
    let nbf: Double?
    let iss: String?
    let aud: Text?
    /// The text claims by name; the issuer decides which of them has the scope.
    let texts: [String: Text]
    /// The name (`kid`) of the key that verified the token; `nil` if there is a single key.
    var keyName: String?

    private struct Name: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        let claims = try decoder.container(keyedBy: Name.self)
        exp = try claims.decodeIfPresent(Double.self, forKey: Name(stringValue: "exp"))
        nbf = try claims.decodeIfPresent(Double.self, forKey: Name(stringValue: "nbf"))
        iss = try claims.decodeIfPresent(String.self, forKey: Name(stringValue: "iss"))
        aud = try claims.decodeIfPresent(Text.self, forKey: Name(stringValue: "aud"))
        var texts: [String: Text] = [:]
        for name in claims.allKeys { texts[name.stringValue] = try? claims.decode(Text.self, forKey: name) }
        self.texts = texts
    }

    /// Whether `scope` is a list, which it must not be.
    var hasListedScope: Bool {
        if case .list = texts[JWTVerifier.standardScopeClaim] { true } else { false }
    }
}
