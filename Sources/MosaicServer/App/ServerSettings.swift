import Mosaic

/// Settings of a server: address, access and limits.
public struct ServerSettings: Sendable {
    /// Clients that may read published documents.
    public enum Reading: String, Hashable, Sendable, CaseIterable {
        /// Everyone who can reach the server.
        case `public`
        /// Requests with the token or a signed link.
        case token
    }

    // MARK: Where

    /// The name or address to listen on.
    public var host = "127.0.0.1"
    /// The port to listen on, 0...65 535; 0 takes a free one.
    public var port = 8_080
    /// The prefix that a gateway adds to every path, such as `/mosaic`; empty for none.
    public var urlPrefix = ""
    /// Scheme and host of absolute URLs, such as `https://cdn.example`, without the prefix; nil writes relative URLs
    /// where clients resolve them, and the request's own host where they do not.
    public var publicURL: String?
    /// URL below which everybody reads the screenshots in the bucket, such as `https://cdn.example/chapter-screenshots/`,
    /// followed by an id and a name; nil where they have none.
    public var screenshotsURL: String?
    /// PEM file with the certificate chain; nil disables TLS.
    public var certificatePath: String?
    /// PEM file with the certificate's key.
    public var privateKeyPath: String?

    // MARK: Who

    /// The token for writes, jobs, lists and administration; without it and ``jwtKey`` there is no authentication.
    public var token: Secret?
    /// The key to check signed tokens with; they are accepted like the token, within their scope.
    public var jwtKey: JWTKey?
    /// The required `iss` of signed tokens; nil for any.
    public var jwtIssuer: String?
    /// The required `aud` of signed tokens; nil accepts only tokens without `aud`.
    public var jwtAudience: String?
    /// The claim of signed tokens that has their scope.
    public var jwtScopeClaim = "scope"
    /// Clients that may read tracks, sheets, tiles and screenshots.
    public var reading = Reading.public
    /// The key for links, at least 32 bytes, the same on all machines that serve a library; nil draws a random one.
    public var linkKey: [UInt8]?
    /// The minimum lifetime of signed links in seconds, 1...31 536 000.
    public var linkLifetime = 12 * 60 * 60
    /// Whether lists of videos, and the videos themselves, need no token where the server has none.
    public var opensDownloads = false
    /// Whether all changes are refused.
    public var isReadOnly = false
    /// Accepted host names of a server without a token, besides those of the machine itself.
    public var hostNames: [String] = []
    /// Origins whose pages may read; nil allows all pages.
    public var readingOrigins: [String]?
    /// Origins besides the server's own whose pages may write.
    public var writingOrigins: [String] = []
    /// Which pages may embed answers: `cross-origin`, `same-site` or `same-origin`.
    public var resourcePolicy = "cross-origin"

    // MARK: What is made

    /// Settings of jobs and uploads.
    public var work = WorkSettings()
    /// The callbacks for jobs that have ended.
    public var callbacks = CallbackSettings()

    // MARK: How much

    /// Bytes of cached documents and sheets, 0 or more.
    public var cacheBytes = 128 << 20
    /// Bytes of answers that clients have not read yet, 1 MiB or more.
    public var inFlightBytes = 64 << 20
    /// Bytes of a request's fields, 1 024 or more.
    public var headerBytes = 16 << 10
    /// Seconds without a byte after which a connection is closed, 1 or more.
    public var idleTimeout = 30
    /// Bytes a second of a request's body and of a client's reading, on average and after the idle time; 0 waits for
    /// any body, and for any answer of which something is read.
    public var slowestBody = 1_024
    /// Connections at a time; more wait to be accepted.
    public var connections = 10_000

    /// Whether cached public documents are answered before the router on connections with HTTP/1.1 and without TLS. The
    /// answers are the same.
    public var hotAnswers = true

    /// A server for this machine alone, without authentication.
    public init() {}
}

extension ServerSettings {
    /// Checks the settings as far as that needs neither the library nor the port.
    ///
    /// - Parameter readsCertificate: Whether certificate and key are read, too; a pipe can be read once.
    /// - Throws: `invalidSettings` naming the setting.
    package func check(readsCertificate: Bool = true) throws {
        _ = try ServerRules(self)
        _ = try URLBuilder(self)
        _ = try ScreenshotURLs(self)
        _ = try CallbackTarget(callbacks)
        if readsCertificate || certificatePath == nil || privateKeyPath == nil { _ = try tlsConfiguration() }
        // Of one storyboard, nothing is made.
        guard work.isEnabled else { return }
        _ = try work.downloadCommand()
        let secret = try work.sheetURLSecret.map { try SheetURLSecret($0.text) }
        let isSigned = try work.sheetURL.map(SheetURLTemplate.init)?.isSigned ?? false
        guard !isSigned || secret != nil else { throw SheetURLSecret.missing }
    }
}

/// The callbacks that a server sends for jobs that have ended.
public struct CallbackSettings: Sendable {
    /// The URL that takes a POST for each job; nil sends none.
    public var url: String?
    /// Signs the requests by HMAC with SHA-256; 32 bytes or more.
    public var secret: Secret?
    /// Whether the URL may lead to private addresses, such as those of this machine.
    public var allowsPrivateAddresses = false
    /// Sends the requests; nil in a program without a client of HTTP.
    package var sender: (any CallbackSender)?

    /// No callbacks.
    public init() {}
}

/// A text that no description shows, such as a token: services describe themselves with their settings in logs.
public struct Secret: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The text itself.
    package let text: String

    /// Creates a secret.
    public init(_ text: String) { self.text = text }

    /// Hides the text.
    public var description: String { "(secret)" }

    /// Hides the text.
    public var customMirror: Mirror { Mirror(self, children: []) }

    /// A command that makes a secret.
    static let advice = "openssl rand -hex 32 makes one"

    /// The sentence about a secret that is short enough to be guessed.
    static func tooShort(_ bytes: Int, minimum: Int) -> String {
        "It has \(bytes) \(bytes == 1 ? "byte" : "bytes"); a secret has \(minimum) or more, and \(advice)."
    }
}

extension Secret: ExpressibleByStringLiteral {
    /// Creates a secret, for tests and examples.
    public init(stringLiteral text: String) { self.init(text) }
}
