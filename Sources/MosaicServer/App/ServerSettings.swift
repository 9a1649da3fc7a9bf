import Mosaic

/// Settings of a server: address, access and limits.
public struct ServerSettings: Sendable {
    /// Clients that may read published documents.
    public enum Reading: String, Hashable, Sendable, CaseIterable {
        /// Everyone who can reach the server.
        case `public`
        /// Requests with a token or a signed link.
        case token
    }

    // MARK: Address

    /// The name or address to listen on.
    public var host = "127.0.0.1"
    /// The port to listen on, 0...65 535; 0 chooses a free port.
    public var port = 8_080
    /// The prefix that a gateway adds to every path, such as `/mosaic`; empty for none.
    public var urlPrefix = ""
    /// Scheme and host of absolute URLs, such as `https://cdn.example`, without the prefix. With `nil`, documents have
    /// relative URLs or paths; only lists of chapters' screenshots have URLs with the request's host.
    public var publicURL: String?
    /// Public base URL of the screenshots in the bucket, such as `https://cdn.example/chapter-screenshots/`. An id and
    /// a file name follow it. `nil` if they have no public URL.
    public var screenshotsURL: String?
    /// PEM file with the certificate chain; `nil` disables TLS.
    public var certificatePath: String?
    /// PEM file with the certificate's private key.
    public var privateKeyPath: String?

    // MARK: Access

    /// The token for writes, jobs, lists and administration. Without this token and ``jwtKey`` there is no
    /// authentication.
    public var token: Secret?
    /// The key that verifies JWTs. A JWT is accepted like the token, within its scope.
    public var jwtKey: JWTKey?
    /// The required issuer (`iss`) of JWTs; `nil` accepts any.
    public var jwtIssuer: String?
    /// The required audience (`aud`) of JWTs; `nil` accepts only JWTs without `aud`.
    public var jwtAudience: String?
    /// The claim of JWTs that contains their scope.
    public var jwtScopeClaim = "scope"
    /// Clients that may read tracks, sheets, tiles and screenshots.
    public var reading = Reading.public
    /// The key that signs links, at least 32 bytes, the same on all servers of a library; `nil` generates a random key.
    public var linkKey: [UInt8]?
    /// The minimum lifetime of signed links in seconds, 1...31 536 000.
    public var linkLifetime = 12 * 60 * 60
    /// Whether a server without authentication lets everyone list and load videos, and request downloads.
    public var opensDownloads = false
    /// Whether the server refuses all changes.
    public var isReadOnly = false
    /// Host names that a server without authentication accepts, besides the machine's own names. A server that listens
    /// on all addresses also accepts every IP address.
    public var hostNames: [String] = []
    /// Origins whose pages may read; `nil` lets the pages of all origins read published documents and pictures.
    public var readingOrigins: [String]?
    /// Origins whose pages may write, in addition to the server's own.
    public var writingOrigins: [String] = []
    /// Pages that may embed responses: `cross-origin`, `same-site` or `same-origin`.
    public var resourcePolicy = "cross-origin"

    // MARK: Work

    /// Settings of jobs and uploads.
    public var work = WorkSettings()
    /// The callbacks for jobs that have ended.
    public var callbacks = CallbackSettings()

    // MARK: Limits

    /// Maximum size of the cache of documents and sheets, in bytes, 0 or more.
    public var cacheBytes = 128 << 20
    /// Maximum size of all response bodies in memory that clients have not read yet, in bytes, 1 MiB or more.
    public var inFlightBytes = 64 << 20
    /// Maximum size of a request's header fields, in bytes, 1 024 or more.
    public var headerBytes = 16 << 10
    /// Maximum time of a connection without a byte, in seconds, 1 or more.
    public var idleTimeout = 30
    /// Minimum average transfer rate of request and response bodies after ``idleTimeout``, in bytes a second. 0 sets no
    /// minimum rate, but a client that reads nothing of a response is still disconnected.
    public var slowestBody = 1_024
    /// Maximum number of concurrent connections; further ones wait to be accepted.
    public var connections = 10_000

    /// Whether cached public documents are served before the router on HTTP/1.1 connections without TLS. The responses
    /// are the same.
    public var hotAnswers = true

    /// Creates the settings of a server for this machine only, without authentication.
    public init() {}
}

extension ServerSettings {
    /// Checks all settings that can be checked without the library and the port.
    ///
    /// - Parameter readsCertificate: Whether to read the certificate and its private key. A pipe can be read only once.
    /// - Throws: `invalidSettings` naming the setting.
    package func check(readsCertificate: Bool = true) throws {
        _ = try ServerRules(self)
        _ = try URLBuilder(self)
        _ = try ScreenshotURLs(self)
        _ = try CallbackTarget(callbacks)
        if readsCertificate || certificatePath == nil || privateKeyPath == nil { _ = try tlsConfiguration() }
        // A server of a single storyboard composes nothing.
        guard work.isEnabled else { return }
        _ = try work.downloadCommand()
        let secret = try work.sheetURLSecret.map { try SheetURLSecret($0.text) }
        let isSigned = try work.sheetURL.map(SheetURLTemplate.init)?.isSigned ?? false
        guard !isSigned || secret != nil else { throw SheetURLSecret.missing }
    }
}

/// Settings of the callbacks for jobs that have ended.
public struct CallbackSettings: Sendable {
    /// The URL that receives a POST request for each job that has ended; `nil` sends none.
    public var url: String?
    /// The secret that signs the requests (HMAC with SHA-256), 32 bytes or more.
    public var secret: Secret?
    /// Whether the URL's host may have a private address, such as an address of this machine.
    public var allowsPrivateAddresses = false
    /// Sends the requests; `nil` in a build without an HTTP client.
    package var sender: CallbackRequest.Sender?

    /// Creates settings without callbacks.
    public init() {}
}

/// A text that no description contains, such as a token: logs may contain the descriptions of settings.
public struct Secret: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    package let text: String

    /// Creates a secret.
    public init(_ text: String) { self.text = text }

    /// Hides the text.
    public var description: String { "(secret)" }

    /// Hides the text.
    public var customMirror: Mirror { Mirror(self, children: []) }

    /// Advice for messages: a command that generates a secret.
    static let advice = "openssl rand -hex 32 makes one"

    /// The message about a secret that is too short.
    static func tooShort(_ bytes: Int, minimum: Int) -> String {
        "It has \(bytes) \(bytes == 1 ? "byte" : "bytes"); a secret has \(minimum) or more, and \(advice)."
    }
}

extension Secret: ExpressibleByStringLiteral {
    /// Creates a secret, for tests and examples.
    public init(stringLiteral text: String) { self.init(text) }
}
