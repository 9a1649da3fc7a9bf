import Foundation

/// Sends requests to YouTube. An app implements it with `URLSession`, the tools with AsyncHTTPClient.
public protocol YouTubeTransport: Sendable {
    /// Sends a request and reads the whole response, without following redirects.
    ///
    /// - Throws: ``YouTubeError``; any other error counts as transient.
    func answer(to request: YouTubeRequest) async throws -> YouTubeAnswer
}

/// A GET request. Its description leaves out the header fields, because one of them contains the token.
public struct YouTubeRequest: Sendable, CustomStringConvertible, CustomReflectable {
    /// Maximum size of a response in bytes. A page of 50 descriptions of maximum length takes a tenth of it.
    public static let longestAnswer = 8 << 20

    /// The URL with all parameters.
    public let url: String
    /// All header fields, including `Authorization`.
    public let headers: [(name: String, value: String)]

    /// The URL.
    public var description: String { url }
    /// The URL.
    public var customMirror: Mirror { Mirror(self, children: ["url": url]) }
}

/// A response with its whole body.
public struct YouTubeAnswer: Sendable {
    /// Status code, 100...599.
    public let status: Int
    /// The body.
    public let body: [UInt8]
    private let fields: [String: String]

    /// Creates an answer.
    ///
    /// - Parameters:
    ///   - status: Status code, 100...599.
    ///   - headers: Values of header fields by name, in any case.
    ///   - body: The body.
    public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
        self.status = status
        self.body = body
        fields = Dictionary(headers.map { ($0.lowercased(), $1) }) { first, _ in first }
    }

    /// The value of a header field whose name is given in lower case.
    func field(_ name: String) -> String? { fields[name] }
}

/// A server with YouTube's API.
public struct YouTubeEndpoint: Hashable, Sendable {
    /// YouTube's own server.
    public static let google = YouTubeEndpoint(base: "https://youtube.googleapis.com", host: "youtube.googleapis.com")

    /// The base URL, without a trailing slash.
    let base: String
    /// The host's name, for errors.
    package let host: String

    private init(base: String, host: String) {
        self.base = base
        self.host = host
    }

    /// Creates the endpoint of another server, such as a test server.
    ///
    /// - Returns: Nil for an invalid URL, for a URL with a user, password, query or fragment, and for a remote server
    ///   without TLS, to which the token would go in clear text.
    public init?(_ text: String) {
        guard let parts = URLComponents(string: text), let host = parts.host, !host.isEmpty, parts.user == nil,
            parts.password == nil, parts.query == nil, parts.fragment == nil
        else { return nil }
        let isLocal = ["127.0.0.1", "localhost", "::1", "[::1]"].contains(host)
        guard parts.scheme == "https" || parts.scheme == "http" && isLocal else { return nil }
        base = String(text.reversed().drop { $0 == "/" }.reversed())
        self.host = host
    }

    /// The URL of a method with its parameters.
    func url(of method: String, _ parameters: [(name: String, value: String)]) -> String {
        let query = parameters.map { "\($0.name)=\(Self.encoded($0.value))" }.joined(separator: "&")
        return "\(base)/youtube/v3/\(method)?\(query)"
    }

    private static func encoded(_ value: String) -> String {
        value.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    /// The unreserved characters of RFC 3986, and the comma between parts.
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~,")
}

/// An OAuth access token. Descriptions, dumps and errors do not contain its text.
public struct YouTubeToken: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Maximum length in bytes; Google's tokens have at most 2 048.
    private static let longest = 4_096

    /// The scope that is required for reading a channel's uploads.
    public static let scope = "https://www.googleapis.com/auth/youtube.readonly"

    private let text: String

    /// Parses a token; removes white space around it.
    ///
    /// - Returns: Nil unless the text is a [bearer token](https://www.rfc-editor.org/rfc/rfc6750#section-2.1) of at
    ///   most 4 096 bytes.
    public init?(_ text: some StringProtocol) {
        let space: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
        let bytes = Array(text.utf8)
        let token = bytes.drop { space.contains($0) }
        guard let last = token.lastIndex(where: { !space.contains($0) }) else { return nil }
        let trimmed = token[...last]
        guard trimmed.count <= Self.longest, trimmed.allSatisfy(Self.isAllowed) else { return nil }
        self.text = String(decoding: trimmed, as: UTF8.self)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~+/=".utf8.contains(byte)
        }
    }

    /// The value of the header field `Authorization`.
    var authorization: String { "Bearer \(text)" }

    /// A placeholder for the token.
    public var description: String { "(token)" }
    /// A placeholder for the token.
    public var debugDescription: String { description }
    /// Hides the token.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// Cached responses with their ETags, so that unchanged pages are not sent again. An app stores the cache where it
/// wants.
///
/// The cache contains no token. It contains titles and descriptions, also of private videos.
public struct AnswerCache: Hashable, Sendable, Codable {
    /// Maximum number of responses; the least recently used one is dropped first.
    public static let capacity = 100

    struct Entry: Hashable, Sendable, Codable {
        let url: String
        let etag: String
        let body: String
    }

    /// The responses in the order of their last use; the most recent is last.
    private var entries: [Entry] = []

    /// Creates an empty cache.
    public init() {}

    /// The number of cached responses.
    public var count: Int { entries.count }

    subscript(url: String) -> Entry? { entries.first { $0.url == url } }

    mutating func drop(_ url: String) { entries.removeAll { $0.url == url } }

    /// Stores a response as the last used one, replacing a response of the same URL. Above the capacity, drops the
    /// response that was used least recently.
    mutating func keep(_ entry: Entry) {
        drop(entry.url)
        entries.append(entry)
        if entries.count > Self.capacity { entries.removeFirst(entries.count - Self.capacity) }
    }
}

/// The delays before retries: exponential backoff with full jitter.
public struct RetryPauses: Hashable, Sendable {
    /// Maximum number of retries of one request, 0 or more.
    public var retries = 5
    /// Maximum delay before the first retry. The maximum doubles for each further retry.
    public var base = Duration.seconds(1)
    /// Maximum delay, also if the server asks for a longer one.
    public var longest = Duration.seconds(32)

    /// Creates delays for five retries: at most 1, 2, 4, 8 and 16 seconds.
    public init() {}

    /// A random delay, up to the maximum for a retry.
    ///
    /// - Parameters:
    ///   - retry: Number of the retry, counted from 0.
    ///   - requested: Minimum delay that the server asks for; at most ``longest`` is used.
    ///   - fraction: A random number, 0...1.
    package func pause(before retry: Int, after requested: Duration?, fraction: Double) -> Duration {
        let most = min(longest, base * (1 << min(retry, 10)))
        return max(most * min(max(fraction, 0), 1), min(requested ?? .zero, longest))
    }
}
