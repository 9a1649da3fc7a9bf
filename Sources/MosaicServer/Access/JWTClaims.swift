import JWTKit

/// What of a signed token decides about access.
///
/// Times are seconds since 1970 with any fraction, as the token has them: turned into whole numbers, those of a hostile
/// token could overflow. The claims' own types of jwt-kit are not used, because one of them traps on an empty list.
///
/// See [RFC 7519, section 4.1](https://www.rfc-editor.org/rfc/rfc7519#section-4.1).
struct JWTClaims: JWTPayload {
    /// Whom a token is for: one name, or a list.
    struct Audience: Codable {
        let names: [String]

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            names = try (try? container.decode(String.self)).map { [$0] } ?? container.decode([String].self)
        }

        func encode(to encoder: any Encoder) throws { try names.encode(to: encoder) }
    }

    let exp: Double?
    let nbf: Double?
    let iss: String?
    let aud: Audience?
    let scope: String?

    /// What the claims have to say depends on the server and the time, which it is told.
    func verify(using algorithm: some JWTAlgorithm) {}
}
