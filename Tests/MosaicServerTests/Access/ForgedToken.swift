import CryptoOracle
import Foundation

@testable import MosaicServer

/// Signed tokens made by hand, also such as no library makes.
enum ForgedToken {
    /// 32 bytes.
    static let secret = Array("a secret that has 32 bytes, or so".utf8)
    static let rsa = OracleKey.rsa()
    static let p256 = OracleKey.curve()

    /// A token of these parts, signed by `sign`.
    static func make(
        header: String, claims: String, sign: ([UInt8]) throws -> some Collection<UInt8>
    ) rethrows -> String {
        let text = base64URL(header.utf8) + "." + base64URL(claims.utf8)
        return try text + "." + base64URL(sign(Array(text.utf8)))
    }

    static func hs256(
        _ claims: String, header: String = #"{"alg":"HS256","typ":"JWT"}"#, secret: [UInt8] = secret
    ) -> String {
        make(header: header, claims: claims) {
            CryptoOracle.hmacSHA256($0, key: secret)
        }
    }

    static func rs256(_ claims: String, header: String = #"{"alg":"RS256"}"#) -> String {
        make(header: header, claims: claims) { rsa.signature(of: $0) }
    }

    static func es256(_ claims: String, header: String = #"{"alg":"ES256"}"#) -> String {
        make(header: header, claims: claims) { p256.signature(of: $0) }
    }

    static func base64URL(_ bytes: some Collection<UInt8>) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    static func decoded(_ text: String) -> [UInt8] {
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        let base64 = text.replacing("-", with: "+").replacing("_", with: "/") + padding
        return Data(base64Encoded: base64).map(Array.init) ?? []
    }
}

extension JWTVerifier {
    /// One that knows the secret of tokens made by hand.
    static func ofSecret(issuer: String? = nil, audience: String? = nil) throws -> JWTVerifier {
        try JWTVerifier(.secret(ForgedToken.secret), issuer: issuer, audience: audience)
    }

    static func ofRSA() throws -> JWTVerifier {
        try JWTVerifier(.publicKey(pem: ForgedToken.rsa.publicPEM), issuer: nil, audience: nil)
    }

    static func ofP256() throws -> JWTVerifier {
        try JWTVerifier(.publicKey(pem: ForgedToken.p256.publicPEM), issuer: nil, audience: nil)
    }

    /// Scope of a token at 1 000 000 seconds after 1970 began, or the reason of a refusal.
    func judge(_ token: String) -> Verdict {
        guard let token = BearerToken(token) else { return .refused("no token") }
        do {
            return .holds(try scope(of: token, now: HTTPDate(secondsSince1970: 1_000_000)))
        } catch {
            return .refused(error.reason)
        }
    }

    enum Verdict: Hashable {
        case holds(AccessScope)
        case refused(String)

        static let notGood = Verdict.refused("The token is not good.")
    }
}
