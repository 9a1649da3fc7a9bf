/// How a server listens, whom it lets in, and how much it may take.
public struct ServerSettings: Sendable {
    /// Who may read what is published.
    public enum Reading: String, Hashable, Sendable, CaseIterable {
        /// Everyone who can reach the server.
        case `public`
        /// Who shows the token or a link that was signed for it.
        case token
    }

    // MARK: Where

    /// The name or address to listen on.
    public var host = "127.0.0.1"
    /// The port to listen on, 0...65 535; 0 takes a free one.
    public var port = 8_080
    /// What a gateway puts in front of every path, such as `/mosaic`; empty for nothing.
    public var urlPrefix = ""
    /// Scheme and host that absolute URLs begin with, such as `https://cdn.example`, the prefix not included; nil writes
    /// relative ones where a client resolves them, and takes the request's own host where it does not.
    public var publicURL: String?
    /// PEM file with the certificate chain; nil serves without TLS.
    public var certificatePath: String?
    /// PEM file with the certificate's key.
    public var privateKeyPath: String?

    // MARK: Who

    /// The token that writes, jobs, lists and administration take; without it and ``jwtKey`` nothing is protected.
    public var token: String?
    /// The key that signed tokens are checked with, which are taken like the token as far as their scope reaches.
    public var jwtKey: JWTKey?
    /// The `iss` that signed tokens have to have; nil for any.
    public var jwtIssuer: String?
    /// What signed tokens have to have in `aud`; nil takes those alone that have no `aud`.
    public var jwtAudience: String?
    /// The claim of signed tokens that has their scope.
    public var jwtScopeClaim = "scope"
    /// Who may read tracks, sheets, tiles and screenshots.
    public var reading = Reading.public
    /// At least 32 bytes that links are signed with, the same on all machines that serve a library; nil makes some up.
    public var linkKey: [UInt8]?
    /// Seconds that a signed link holds for at least, 1...31 536 000.
    public var linkLifetime = 12 * 60 * 60
    /// Whether everything that changes something is refused.
    public var isReadOnly = false
    /// Names besides those of the machine itself that a server without a token answers to.
    public var hostNames: [String] = []
    /// Origins whose pages may read; nil lets every page.
    public var readingOrigins: [String]?
    /// Origins besides the server's own whose pages may write.
    public var writingOrigins: [String] = []
    /// Which pages may embed what is served: `cross-origin`, `same-site` or `same-origin`.
    public var resourcePolicy = "cross-origin"

    // MARK: What is made

    /// What comes in, and what is made of it.
    public var work = WorkSettings()

    // MARK: How much

    /// Bytes of documents and sheets that are held in memory, 0 or more.
    public var cacheBytes = 128 << 20
    /// Bytes of answers that were made and that no client has taken yet, 1 MiB or more.
    public var inFlightBytes = 64 << 20
    /// Bytes of a request's fields, 1 024 or more.
    public var headerBytes = 16 << 10
    /// Seconds without a byte after which a connection is closed, 1 or more.
    public var idleTimeout = 30
    /// Bytes of a body that have to come in a second, and of an answer that have to be taken, on average and after the
    /// idle time; 0 waits for any body, and for any answer of which something is taken.
    public var slowestBody = 1_024
    /// Connections at a time; more wait to be accepted.
    public var connections = 10_000

    /// Whether what is in memory is answered in front of the router, where everybody may read it and connections are
    /// HTTP/1.1 without TLS. The answers are the same.
    public var hotAnswers = true

    /// A server on this machine alone, which protects nothing.
    public init() {}
}
