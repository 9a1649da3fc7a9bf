public import Foundation
import HTTPFetching

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#else
    public import Foundation
#endif

/// Loads the files of a track: an app's session, or files that tests have without a network.
///
/// A track without one sends requests that follow redirects under the rules of ``ThumbnailTrack/Options``. A loader
/// decides by itself on credentials, redirects and hosts. Local files are never loaded by it.
///
/// The track still checks status and length of a response, limits the time of a request, and tries again.
public protocol ResourceLoader: Sendable {
    /// Loads one file.
    ///
    /// - Returns: The response, with any status.
    /// - Throws: `URLError` without a response, which the track translates; other errors reach the caller of the
    ///   track unchanged. When the task is cancelled, it has to return soon.
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

    /// Its address, absolute: `http` or `https`.
    public let url: URL
    /// The role of the file.
    public let kind: Kind
    /// The most bytes that are of use.
    public let byteLimit: Int
    /// Timeouts of the response.
    public let timeouts: Timeouts
    /// The entity tag of the version that is there already; status 304 says that it is still the current one.
    public let entityTag: String?

    /// Whether the file of this address never changes: a sheet whose name carries the hash of its content.
    public var isImmutable: Bool { kind == .sheet && url.isNamedByContent }

    /// The same as a GET request for a `URLSession`.
    ///
    /// A cache of the session may answer for a sheet that never changes, however old the entry is; a track is validated
    /// each time. The timeout is the longest time without a byte.
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

/// The answer to a request.
public struct ResourceAnswer: Hashable, Sendable {
    /// The address that answered in the end; relative ones in a track are resolved against it.
    public let url: URL
    /// The status of HTTP.
    public let status: Int
    /// Header fields; names in any case.
    public let headers: [String: String]
    /// The body.
    public let bytes: [UInt8]

    /// Makes an answer.
    public init(url: URL, status: Int = 200, headers: [String: String] = [:], bytes: [UInt8]) {
        (self.url, self.status, self.headers, self.bytes) = (url, status, headers, bytes)
    }

    /// Takes the result of `URLSession.data(for:)` for a request.
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
    /// Whether the file's name carries 32 hexadecimal digits between two dots, as sheets of Mosaic do.
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

/// Loads the files of a track in a session that is configured by the app: cookies, header fields, cache and proxies.
///
/// Bytes are counted as they arrive, and a body that is too long is broken off. The session follows redirects, and its
/// own header fields go wherever they lead. For a session that exists, write a ``ResourceLoader`` around it, with
/// ``ResourceAnswer/init(_:_:to:)``.
public struct SessionLoader: ResourceLoader {
    private let transport: SessionTransport

    /// Creates a session, which ends with the last copy of the loader.
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
