import JWTKit

/// A key that signatures are checked with; it alone determines the algorithm.
enum JWTVerificationKey: Sendable {
    case secret(HMACKey)
    case rsa(Insecure.RSA.PublicKey)
    case p256(ES256PublicKey)

    /// The name of the algorithm, as tokens have it.
    var algorithm: String {
        switch self {
        case .secret: "HS256"
        case .rsa: "RS256"
        case .p256: "ES256"
        }
    }

    /// jwt-kit's key, made for each token, because making it is asynchronous and making the server is not.
    func collection() async -> JWTKeyCollection {
        let keys = JWTKeyCollection()
        switch self {
        case .secret(let key): await keys.add(hmac: key, digestAlgorithm: .sha256)
        case .rsa(let key): await keys.add(rsa: key, digestAlgorithm: .sha256)
        case .p256(let key): await keys.add(ecdsa: key)
        }
        return keys
    }
}
