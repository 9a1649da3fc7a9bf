/// The key that signed tokens (JWT) are checked with; it alone says which algorithm signs them.
public enum JWTKey: Sendable, CustomStringConvertible, CustomReflectable {
    /// 32 bytes at least, the same that the issuer of tokens has: HS256.
    case secret([UInt8])
    /// The text of a PEM file with `BEGIN PUBLIC KEY`: RS256 for RSA of 2 048 bits at least, ES256 for P-256.
    case publicKey(pem: String)

    /// Nothing of the key.
    public var description: String { "(key)" }

    /// Nothing of the key.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
