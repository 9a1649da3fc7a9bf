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
