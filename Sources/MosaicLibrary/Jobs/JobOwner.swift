import Mosaic

/// The client that submitted a job. Its unfinished jobs count towards one limit.
public struct JobOwner: Hashable, Sendable, Codable, RawRepresentable {
    /// The name that the catalog stores, such as `sub:alice`.
    public let rawValue: String

    /// Creates an owner with a name that is stored as it is.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Bytes of a name from which on its hash is stored instead.
    private static let longestName = 256

    /// All clients of a server without tokens, and all requests without a valid token.
    package static let anonymous = JobOwner(rawValue: "anonymous")

    /// All holders of the server's own token.
    package static let token = JobOwner(rawValue: "token")

    /// The subject (`sub`) of a signed token.
    package static func subject(_ name: String) -> JobOwner { JobOwner("sub", name) }

    /// All signed tokens of a key that have no subject; a single key has the empty name.
    package static func key(_ name: String) -> JobOwner { JobOwner("key", name) }

    private init(_ kind: String, _ name: String) {
        let bytes = Array(name.utf8)
        let isShort = bytes.count <= Self.longestName
        rawValue = isShort ? "\(kind):\(name)" : "\(kind)-sha256:\(ContentHash(of: bytes).hexadecimal())"
    }
}
