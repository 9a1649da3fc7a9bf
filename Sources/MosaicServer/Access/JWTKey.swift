/// The key to check signed tokens (JWT) with; it alone determines the algorithm.
public enum JWTKey: Sendable, CustomStringConvertible, CustomReflectable {
    /// At least 32 bytes, shared with the issuer of tokens: HS256.
    case secret([UInt8])
    /// The text of a PEM file with `BEGIN PUBLIC KEY`: RS256 for RSA of 2 048 bits at least, ES256 for P-256.
    case publicKey(pem: String)

    /// Nothing of the key.
    public var description: String { "(key)" }

    /// Nothing of the key.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
