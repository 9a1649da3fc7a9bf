public import Foundation
import HTTPFetching

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#else
    public import Foundation
#endif

/// Loads the files of a track: through an app's session, or without a network in tests.
///
/// A track without a loader sends its own requests and follows redirects under the rules of ``ThumbnailTrack/Options``.
/// A loader decides by itself on credentials, redirects and hosts. Local files are never loaded by a loader.
///
/// The track still checks the status and length of a response, limits the time of a request, and retries it.
public protocol ResourceLoader: Sendable {
    /// Loads one file.
    ///
    /// The method must return soon after its task is cancelled.
    ///
    /// - Returns: The response, with any status.
    /// - Throws: `URLError` or `FetchError` if there is no response; the track translates both. Other errors reach the
    ///   caller of the track unchanged.
    func load(_ request: ResourceRequest) async throws -> ResourceAnswer
}

/// A file that a track needs.
public struct ResourceRequest: Hashable, Sendable {
    /// The role of the file.
    public enum Kind: String, Sendable, CaseIterable {
        /// The document with the cues.
        case track
        /// A picture with tiles.
        case sheet
    }

    /// Absolute URL with scheme `http` or `https`.
    public let url: URL
    /// The role of the file.
    public let kind: Kind
    /// Maximum size of the body in bytes; the track refuses a longer one.
    public let byteLimit: Int
    /// Timeouts of the response.
    public let timeouts: Timeouts
    /// Entity tag of the cached version; nil without one. Status 304 means that the cached version is still current.
    public let entityTag: String?

    /// Whether the file at the URL never changes: a sheet whose name contains the hash of its content.
    public var isImmutable: Bool { kind == .sheet && url.isNamedByContent }

    /// A GET request for a `URLSession`.
    ///
    /// A cache of the session may answer for a sheet that never changes, regardless of the entry's age; a track is
    /// always validated. The request's timeout is the maximum time without a byte.
    public var urlRequest: URLRequest {
        let policy: URLRequest.CachePolicy =
            switch kind {
            case .track: .reloadRevalidatingCacheData
            case .sheet: isImmutable ? .returnCacheDataElseLoad : .useProtocolCachePolicy
            }
        var request = URLRequest(url: url, cachePolicy: policy, timeoutInterval: timeouts.idle / .seconds(1))
        if let entityTag { request.setValue(entityTag, forHTTPHeaderField: "If-None-Match") }
        return request
    }
}

/// The response to a request.
public struct ResourceAnswer: Hashable, Sendable {
    /// The response's URL after redirects; relative URLs in a track are resolved against it.
    public let url: URL
    /// HTTP status code.
    public let status: Int
    /// Header fields; names in any case.
    public let headers: [String: String]
    /// The body.
    public let bytes: [UInt8]

    /// Creates an answer.
    public init(url: URL, status: Int = 200, headers: [String: String] = [:], bytes: [UInt8]) {
        (self.url, self.status, self.headers, self.bytes) = (url, status, headers, bytes)
    }

    /// Creates an answer from the result of `URLSession.data(for:)` for a request.
    public init(_ data: Data, _ response: URLResponse, to request: ResourceRequest) {
        let answer = response as? HTTPURLResponse
        let fields = (answer?.allHeaderFields ?? [:]).compactMap { name, value in
            (name as? String).map { ($0, String(describing: value)) }
        }
        self.init(
            url: response.url ?? request.url, status: answer?.statusCode ?? 200,
            headers: Dictionary(fields) { first, _ in first }, bytes: Array(data))
    }
}

extension URL {
    /// Whether the file's name contains 32 lower-case hexadecimal digits between two dots, as sheets of Mosaic do.
    var isNamedByContent: Bool {
        let parts = lastPathComponent.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.dropFirst().dropLast().contains { part in
            part.count == 32
                && part.allSatisfy {
                    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                        || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
                }
        }
    }
}

/// Loads the files of a track in a session that the app configures: cookies, header fields, cache and proxies.
///
/// Bytes are counted on arrival, and a download that exceeds the limit is cancelled. The session follows redirects and
/// sends its own header fields to every host. To use an existing session, write a ``ResourceLoader`` around it with
/// ``ResourceAnswer/init(_:_:to:)``.
public struct SessionLoader: ResourceLoader {
    private let transport: SessionTransport

    /// Creates a session, which ends when the last copy of the loader is released.
    public init(_ configuration: URLSessionConfiguration) {
        transport = SessionTransport(configuration, followsRedirects: true)
    }

    /// Loads one file.
    public func load(_ request: ResourceRequest) async throws -> ResourceAnswer {
        let answer = try await transport.send(
            request.urlRequest, limit: request.byteLimit, idle: request.timeouts.idle, subject: request.url.subjectName)
        return ResourceAnswer(
            url: answer.url ?? request.url, status: answer.status, headers: answer.headers.fields, bytes: answer.body)
    }
}
