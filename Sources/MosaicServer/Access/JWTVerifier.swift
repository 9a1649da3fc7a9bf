import Foundation
import HTTPSemantics
import JWTKit
import Mosaic

/// Checks signed tokens.
///
/// What a token says about its own algorithm never chooses one: it has to name the one that the key is for. See
/// [RFC 8725, section 3.1](https://www.rfc-editor.org/rfc/rfc8725#section-3.1).
struct JWTVerifier: Sendable {
    /// Seconds that the clocks of issuer and server may differ by.
    static let leeway = 30.0
    /// The claim of [RFC 8693, section 4.2](https://www.rfc-editor.org/rfc/rfc8693#section-4.2), which is no list.
    static let standardScopeClaim = "scope"

    private enum Key {
        case secret(HMACKey)
        case rsa(Insecure.RSA.PublicKey)
        case p256(ES256PublicKey)

        var algorithm: String {
            switch self {
            case .secret: "HS256"
            case .rsa: "RS256"
            case .p256: "ES256"
            }
        }
    }

    private let key: Key
    private let issuer: String?
    private let audience: String?
    private let scopeClaim: String

    /// Takes the key, who has to have issued tokens (nil for anyone), what they are for, and the claim that has their
    /// scope: words divided by spaces or, but for `scope` itself, a list of words.
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
            // A public key taken for a secret would let everybody sign.
            guard bytes.firstRange(of: Array("-----BEGIN ".utf8)) == nil else {
                throw Self.invalid("A PEM file is no secret; tokens that are signed with its key take the public key.")
            }
            guard bytes.count >= 32 else { throw Self.invalid("A secret has 32 bytes at least.") }
            self.key = .secret(HMACKey(from: bytes))
        case .publicKey(let pem):
            guard !pem.contains("PRIVATE KEY") else {
                throw Self.invalid("Tokens are checked with the public key; the private one is nothing to have here.")
            }
            if let rsa = try? Insecure.RSA.PublicKey(pem: pem) {
                self.key = .rsa(rsa)
            } else if let p256 = try? ES256PublicKey(pem: pem) {
                self.key = .p256(p256)
            } else {
                throw Self.invalid("A public key is a PEM file, of RSA with 2048 bits at least or of P-256.")
            }
        }
    }

    /// How far a token lets its holder in.
    ///
    /// - Throws: `unauthorized` for a token that is not good now, with the reason where its signature is.
    func scope(of token: BearerToken, now: HTTPDate) async throws(RequestError) -> AccessScope {
        let bytes = Array(token.text.utf8)
        guard Self.isWellFormed(bytes),
            let (header, _, _) = try? DefaultJWTParser().parse(bytes, as: JWTClaims.self),
            // An extension that must be understood is none that is understood here.
            header.alg == key.algorithm, header.fields["crit"] == nil,
            let claims = try? await keys().verify(bytes, as: JWTClaims.self),
            scopeClaim != Self.standardScopeClaim || !claims.hasListedScope
        else { throw .unauthorized("The token is not good.") }
        let seconds = Double(now.secondsSince1970)
        guard let end = claims.exp else { throw .unauthorized("The token never expires.") }
        guard seconds < end + Self.leeway else { throw .unauthorized("The token has expired.") }
        guard claims.nbf.map({ seconds + Self.leeway >= $0 }) ?? true else {
            throw .unauthorized("The token does not hold yet.")
        }
        guard issuer == nil || claims.iss == issuer else { throw .unauthorized("The token is of another issuer.") }
        // One that names who it is for is good for nobody else, and a server without a name is nobody.
        guard (claims.aud?.texts).map({ names in audience.map(names.contains) ?? false }) ?? (audience == nil) else {
            throw .unauthorized("The token is for another audience.")
        }
        switch claims.texts[scopeClaim] {
        case nil: return .none
        case .one(let words): return AccessScope(words: words)
        case .list(let words): return AccessScope(words: words)
        }
    }

    /// The key as jwt-kit wants it, made for each token: that waits, as putting a server together does not.
    private func keys() async -> JWTKeyCollection {
        let keys = JWTKeyCollection()
        switch key {
        case .secret(let key): await keys.add(hmac: key, digestAlgorithm: .sha256)
        case .rsa(let key): await keys.add(rsa: key, digestAlgorithm: .sha256)
        case .p256(let key): await keys.add(ecdsa: key)
        }
        return keys
    }

    /// Whether these are three parts in base64url as it has to be; decoders let more pass, and so one token have many
    /// forms.
    private static func isWellFormed(_ token: [UInt8]) -> Bool {
        let parts = token.split(separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
        return parts.count == 3 && parts.allSatisfy { $0.allSatisfy(isDigit) && hasWholeBytes($0) }
    }

    /// Whether base64url ends with a whole byte: the bits of its last digit that belong to none are zero.
    private static func hasWholeBytes(_ part: ArraySlice<UInt8>) -> Bool {
        guard let last = part.last else { return false }
        return switch part.count % 4 {
        case 0: true
        case 2: "AQgw".utf8.contains(last)
        case 3: "AEIMQUYcgkosw048".utf8.contains(last)
        default: false
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private static func invalid(_ reason: String) -> MosaicError { MosaicError(.invalidSettings, "JWT key", reason) }
}
