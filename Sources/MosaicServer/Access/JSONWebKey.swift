/// A public key in a set of them.
///
/// See [RFC 7517, section 4](https://www.rfc-editor.org/rfc/rfc7517#section-4) and
/// [RFC 7518, section 6](https://www.rfc-editor.org/rfc/rfc7518#section-6).
struct JSONWebKey: Decodable {
    /// The family, such as `RSA` or `EC`.
    let kty: String
    /// The name by which tokens choose it.
    let kid: String?
    /// The intended use: `sig` or `enc`.
    let use: String?
    let operations: [String]?
    /// The algorithm that it is for.
    let alg: String?
    /// Modulus and exponent of RSA.
    let n: String?
    let e: String?
    /// Curve and point of an elliptic curve.
    let crv: String?
    let x: String?
    let y: String?
    /// The private part, or the bytes of a secret.
    let d: String?
    let k: String?

    private enum CodingKeys: String, CodingKey {
        case kty, kid, use, alg, n, e, crv, x, y, d, k
        case operations = "key_ops"
    }

    /// Whether it holds a secret or a private key, which only the issuer of tokens may have.
    var isSecret: Bool { kty == "oct" || d != nil || k != nil }

    /// The key to check signatures with; nil for keys of other families, sizes and purposes, which are ignored.
    var verificationKey: JWTVerificationKey? {
        guard use ?? "sig" == "sig", operations?.contains("verify") ?? true, let key = publicKey,
            alg ?? key.algorithm == key.algorithm
        else { return nil }
        return key
    }

    private var publicKey: JWTVerificationKey? {
        switch kty {
        case "RSA":
            guard let n = Self.bytes(n), let e = Self.bytes(e) else { return nil }
            return JWTPublicKey(der: PublicKeyEncoding.rsa(modulus: n, exponent: e)).map { .publicKey($0) }
        case "EC" where crv == "P-256":
            guard let x = Self.bytes(x), let y = Self.bytes(y) else { return nil }
            return PublicKeyEncoding.p256(x: x, y: y).flatMap { JWTPublicKey(der: $0) }.map { .publicKey($0) }
        default: return nil
        }
    }

    private static func bytes(_ text: String?) -> [UInt8]? { text.flatMap { Base64URL.bytes(of: $0.utf8) } }
}
