/// The three parts of a signed token.
///
/// See [RFC 7515, section 7.1](https://www.rfc-editor.org/rfc/rfc7515#section-7.1).
struct JWTParts {
    let header: [UInt8]
    let claims: [UInt8]
    let signature: [UInt8]
    /// The bytes that the signature covers: header and claims as they are in the token.
    let signed: [UInt8]

    /// Splits a token; `nil` unless it has three non-empty parts in base64url.
    init?(_ token: String) {
        let parts = token.utf8.split(separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ !$0.isEmpty }), let header = Base64URL.bytes(of: parts[0]),
            let claims = Base64URL.bytes(of: parts[1]), let signature = Base64URL.bytes(of: parts[2])
        else { return nil }
        (self.header, self.claims, self.signature) = (header, claims, signature)
        signed = Array(token.utf8[..<parts[1].endIndex])
    }
}

/// The header of a signed token.
///
/// See [RFC 7515, section 4.1](https://www.rfc-editor.org/rfc/rfc7515#section-4.1).
struct JWTHeader: Decodable {
    /// The name of the algorithm.
    let alg: String
    /// The name of the key; `nil` if it is missing or not a text.
    let kid: String?
    /// Whether the token requires extensions (`crit`).
    let hasCriticalExtensions: Bool

    private enum CodingKeys: String, CodingKey { case alg, kid, crit }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        alg = try fields.decode(String.self, forKey: .alg)
        kid = try? fields.decode(String.self, forKey: .kid)
        hasCriticalExtensions = fields.contains(.crit)
    }
}
