import Foundation
package import Mosaic
import MosaicLibrary

/// Verifies signed tokens (JWTs).
///
/// The token does not choose the algorithm: its algorithm must equal the key's. See [RFC 8725, section
/// 3.1](https://www.rfc-editor.org/rfc/rfc8725#section-3.1).
struct JWTVerifier: Sendable {
    /// Tolerated difference between the clocks of issuer and server, in seconds.
    static let leeway = 30.0
    /// The scope claim of [RFC 8693, section 4.2](https://www.rfc-editor.org/rfc/rfc8693#section-4.2), which must not
    /// be a list.
    static let standardScopeClaim = "scope"

    private enum Keys {
        case one(JWTVerificationKey)
        case set(JWTKeySet)
    }

    private let keys: Keys
    private let issuer: String?
    private let audience: String?
    private let scopeClaim: String

    /// Creates a verifier.
    ///
    /// - Parameters:
    ///   - issuer: The required issuer; `nil` accepts any.
    ///   - audience: The required audience; `nil` accepts only tokens without an audience.
    ///   - scopeClaim: The claim with the scope: words separated by spaces or, except for `scope` itself, a list of
    ///     words.
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
            // If a public key were the secret, everyone could sign tokens.
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

    /// The key set, which may change while the server runs; `nil` for a single key.
    var keySet: JWTKeySet? {
        if case .set(let keys) = keys { keys } else { nil }
    }

    /// The key for a token. In a key set, the header's `kid` selects it.
    private func key(for header: JWTHeader) -> JWTVerificationKey? {
        switch keys {
        case .one(let key): key
        case .set(let keys): header.kid.flatMap { keys.key(named: $0) }
        }
    }

    /// The scope that a token grants.
    ///
    /// - Throws: `unauthorized` for an invalid token. The error has the reason only if the signature is valid.
    func scope(of token: BearerToken, now: HTTPDate) throws(RequestError) -> AccessScope {
        switch try claims(of: token, now: now).texts[scopeClaim] {
        case nil: .none
        case .one(let words): AccessScope(words: words)
        case .list(let words): AccessScope(words: words)
        }
    }

    /// The claims of a token.
    ///
    /// - Throws: `unauthorized` for an invalid token. The error has the reason only if the signature is valid.
    func claims(of token: BearerToken, now: HTTPDate) throws(RequestError) -> JWTClaims {
        guard let parts = JWTParts(token.text), let header = Self.decoded(parts.header, as: JWTHeader.self),
            // Tokens with critical extensions are refused, because none is supported.
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
        // A token with an audience is valid only for that audience, so never if the server has no audience.
        guard (claims.aud?.texts).map({ names in audience.map(names.contains) ?? false }) ?? (audience == nil) else {
            throw .unauthorized("The token is for another audience.")
        }
        if case .set = keys { claims.keyName = header.kid }
        return claims
    }

    /// Decodes a part of a token; `nil` unless the part is JSON in UTF-8.
    private static func decoded<Part: Decodable>(_ part: [UInt8], as type: Part.Type) -> Part? {
        guard String(validating: part, as: UTF8.self) != nil else { return nil }
        return try? JSONDecoder().decode(type, from: Data(part))
    }

    private static func invalid(_ reason: String) -> MosaicError { MosaicError(.invalidSettings, "JWT key", reason) }
}

extension JWTKey {
    /// Refuses a key that cannot verify tokens.
    ///
    /// - Throws: `invalidSettings`.
    package func check() throws(MosaicError) { _ = try JWTVerifier(self, issuer: nil, audience: nil) }
}

/// The key that verifies signed tokens (JWTs). It alone determines the algorithm.
public enum JWTKey: Sendable, CustomStringConvertible, CustomReflectable {
    /// At least 32 bytes, shared with the issuer of tokens: HS256.
    case secret([UInt8])
    /// The text of a PEM file with `BEGIN PUBLIC KEY`: RS256 for RSA of at least 2 048 bits, ES256 for P-256.
    case publicKey(pem: String)
    /// A file with public keys (JWKS) for RS256 and ES256. The `kid` of a token selects the key. The file is read again
    /// while the server runs; an invalid file changes nothing.
    case keySet(path: String)

    /// Hides the key.
    public var description: String { "(key)" }

    /// Hides the key.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The claims of a signed token that decide on access.
///
/// Times are seconds since 1970 with any fraction, as in the token: converting an invalid time to an integer could
/// overflow.
///
/// See [RFC 7519, section 4.1](https://www.rfc-editor.org/rfc/rfc7519#section-4.1).
struct JWTClaims: Decodable {
    /// A text claim: one text, or a list of texts.
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
    /// The text claims by name. All are kept, because a setting selects the one with the scope.
    let texts: [String: Text]
    /// The name (`kid`) of the key that verified the token; `nil` if there is a single key.
    var keyName: String?

    init(from decoder: any Decoder) throws {
        let claims = try decoder.container(keyedBy: AnyKey.self)
        exp = try claims.decodeIfPresent(Double.self, forKey: AnyKey(stringValue: "exp"))
        nbf = try claims.decodeIfPresent(Double.self, forKey: AnyKey(stringValue: "nbf"))
        iss = try claims.decodeIfPresent(String.self, forKey: AnyKey(stringValue: "iss"))
        aud = try claims.decodeIfPresent(Text.self, forKey: AnyKey(stringValue: "aud"))
        var texts: [String: Text] = [:]
        for name in claims.allKeys { texts[name.stringValue] = try? claims.decode(Text.self, forKey: name) }
        self.texts = texts
    }

    /// Whether `scope` is a list, which is not allowed.
    var hasListedScope: Bool {
        if case .list = texts[JWTVerifier.standardScopeClaim] { true } else { false }
    }
}
