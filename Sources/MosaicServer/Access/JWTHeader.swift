/// The header of a signed token.
///
/// See [RFC 7515, section 4.1](https://www.rfc-editor.org/rfc/rfc7515#section-4.1).
struct JWTHeader: Decodable {
    /// The name of the algorithm.
    let alg: String
    /// The name of the key; nil if it is not a text.
    let kid: String?
    /// Whether the token requires extensions.
    let hasCriticalExtensions: Bool

    private enum CodingKeys: String, CodingKey { case alg, kid, crit }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        alg = try fields.decode(String.self, forKey: .alg)
        kid = try? fields.decode(String.self, forKey: .kid)
        hasCriticalExtensions = fields.contains(.crit)
    }
}
