import Foundation
import HTTPFetching
import WebOrigins

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Reads the files of a track: from disk, from a cache, or over HTTP.
struct ResourceReader: Sendable {
    /// A file and its URL.
    struct Resource: Sendable {
        /// The URL after redirects; relative URLs resolve against it.
        let url: URL
        let bytes: [UInt8]
        /// The response to cache once the content is checked; nil for a file from disk or from the cache.
        var news: (answer: ResourceAnswer, request: ResourceRequest)?
    }

    /// URLs that may be read.
    private enum Scope: Sendable {
        case network
        /// For a track that is a local file: only such a track may name other local files.
        case networkAndFiles
        /// Only files of one folder.
        case copy(OfflineCopy)
    }

    private let fetcher: HTTPFetcher
    private let loader: (any ResourceLoader)?
    private let cache: ResourceCache?
    private let retries: RetryPolicy
    private let timeouts: Timeouts
    private let scope: Scope

    init(trackURL: URL, options: ThumbnailTrack.Options) {
        self.init(trackURL, trackURL.isFileURL ? .networkAndFiles : .network, options)
    }

    init(copy: OfflineCopy, options: ThumbnailTrack.Options) {
        self.init(copy.track, .copy(copy), options)
    }

    private init(_ trackURL: URL, _ scope: Scope, _ options: ThumbnailTrack.Options) {
        fetcher = HTTPFetcher(
            trackURL: trackURL, credentials: options.credentials, allowsPrivateHosts: options.allowsPrivateHosts,
            timeouts: options.timeouts)
        loader = options.loader
        cache = options.cache.map(ResourceCache.init)
        retries = options.retries
        timeouts = options.timeouts
        self.scope = scope
    }

    /// Whether a track may name this URL.
    func mayRead(_ url: URL) -> Bool {
        switch scope {
        case .network: Origin(url) != nil
        case .networkAndFiles: Origin(url) != nil || url.isFileURL
        case .copy(let copy): copy.contains(url)
        }
    }

    /// Reads a file of at most `limit` bytes.
    ///
    /// - Throws: `ScrubPreviewError` with any code but `unrecognizedFormat` and `notLoaded`; errors of the app's
    ///   loader; `CancellationError`.
    func read(_ url: URL, as kind: ResourceRequest.Kind = .sheet, limit: Int) async throws -> Resource {
        if case .copy(let copy) = scope {
            guard copy.contains(url) else {
                throw ScrubPreviewError(.refused, url.subjectName, "It is not a file of the copy's folder.")
            }
            return try file(url, limit: limit, followsLinks: false)
        }
        if url.isFileURL {
            guard case .networkAndFiles = scope else {
                throw ScrubPreviewError(.refused, url.subjectName, "A remote track may not name a local file.")
            }
            return try file(url, limit: limit, followsLinks: true)
        }
        guard Origin(url) != nil else {
            throw ScrubPreviewError(.refused, url.subjectName, url.originFault)
        }
        let isCacheable = kind == .track || url.isNamedByContent
        let held = isCacheable ? cache?.entry(for: url, limit: limit) : nil
        if kind == .sheet, let held { return Resource(url: url, bytes: held.bytes) }
        let request = ResourceRequest(
            url: url, kind: kind, byteLimit: limit, timeouts: timeouts, entityTag: held?.entityTag)
        do {
            let answer = try await retries.run {
                let answer = try await fetch(request)
                guard answer.status < 500 else { throw ScrubPreviewError(status: answer.status, of: url) }
                return answer
            } isTransient: {
                $0 is ScrubPreviewError || ($0 as? FetchError)?.connection == .interrupted
            }
            if answer.status == 304, let held { return Resource(url: url, bytes: held.bytes) }
            guard answer.status == 200 else { throw ScrubPreviewError(status: answer.status, of: url) }
            guard answer.bytes.count <= limit else {
                throw ScrubPreviewError(
                    .limitExceeded, url.subjectName,
                    "The loader brings \(answer.bytes.count) bytes, more than the limit of \(limit).")
            }
            return Resource(url: answer.url, bytes: answer.bytes, news: isCacheable ? (answer, request) : nil)
        } catch let error as FetchError {
            throw ScrubPreviewError(error)
        }
    }

    private func file(_ url: URL, limit: Int, followsLinks: Bool) throws -> Resource {
        do {
            return Resource(url: url, bytes: try RegularFile.read(url, limit: limit, followsLinks: followsLinks))
        } catch let error as FetchError {
            throw ScrubPreviewError(error)
        }
    }

    /// Caches a file whose content has been checked.
    func keep(_ resource: Resource) {
        if let news = resource.news { cache?.store(news.answer, to: news.request) }
    }

    private func fetch(_ request: ResourceRequest) async throws -> ResourceAnswer {
        guard let loader else {
            let headers = request.entityTag.map { ["If-None-Match": $0] } ?? [:]
            let exchange = try await fetcher.exchange(request.url, headers: headers, limit: request.byteLimit)
            return ResourceAnswer(
                url: exchange.finalURL, status: exchange.status, headers: exchange.headers.fields, bytes: exchange.body)
        }
        let subject = request.url.subjectName
        do {
            return try await Deadline.run(within: timeouts.total, subject: subject) { try await loader.load(request) }
        } catch let error as URLError {
            try Task.checkCancellation()
            throw FetchError(error, of: subject)
        }
    }
}

extension ScrubPreviewError {
    /// The error for a final status other than 200.
    fileprivate init(status: Int, of url: URL) {
        let code: Code =
            switch status {
            case 401, 402, 403, 407: .denied
            case 404, 410: .notFound
            default: .unavailable
            }
        self.init(code, url.subjectName, "The server answered with status \(status).")
    }
}

extension HTTPFetcher {
    init(trackURL: URL, credentials: Credentials, allowsPrivateHosts: Bool, timeouts: Timeouts) {
        self.init(
            trackURL: trackURL, transport: SessionTransport(), headers: credentials.headers, token: credentials.token,
            allowsPrivateHosts: allowsPrivateHosts, idle: timeouts.idle, total: timeouts.total)
    }
}

/// Timeouts of a response.
public struct Timeouts: Hashable, Sendable {
    /// Maximum time without a byte.
    public var idle: Duration
    /// Maximum time of one attempt, including redirects. Prevents a server from sending single bytes forever.
    public var total: Duration

    /// Creates timeouts: by default 15 s without a byte and 60 s in total.
    public init(idle: Duration = .seconds(15), total: Duration = .seconds(60)) {
        self.idle = idle
        self.total = total
    }
}

/// Credentials for requests to the track's own origin only.
///
/// The origin is taken from the URL that the track is loaded from. Requests to another host, also after a redirect,
/// carry neither the header fields nor the token.
public struct Credentials: Hashable, Sendable {
    /// Header fields, such as `Authorization`.
    public var headers: [String: String]
    /// Sent as `?token=`, unless the URL already has a token.
    public var token: String?

    /// Creates credentials.
    public init(headers: [String: String] = [:], token: String? = nil) {
        self.headers = headers
        self.token = token
    }
}

extension FetchError {
    /// The error for a failed connection.
    init(_ error: URLError, of subject: String) {
        let code: Code =
            switch error.code {
            case .timedOut: .timedOut
            case .cannotFindHost, .dnsLookupFailed: .notFound
            default: .unavailable
            }
        let connection: Connection =
            switch error.code {
            case .cannotFindHost: .hostUnknown
            // On Linux a lost connection is reported as an unknown error.
            case .unknown, .networkConnectionLost, .cannotConnectToHost, .notConnectedToInternet, .dnsLookupFailed:
                .interrupted
            default: .failed
            }
        self.init(code, subject, error.sentence, connection: connection)
    }
}

extension URLError {
    /// A fixed sentence for each error: the system's message may contain the whole URL.
    var sentence: String {
        switch code {
        // On Linux, only the message reveals a TLS failure; it comes from curl and OpenSSL.
        case .unknown where localizedDescription.contains("certificate"): Self.untrusted
        case .unknown where localizedDescription.contains("SSL"): Self.insecure
        case .timedOut: "The server fell silent."
        case .cannotFindHost, .dnsLookupFailed: "The host is unknown."
        case .cannotConnectToHost: "The host takes no connections on this port."
        case .networkConnectionLost: "The connection broke off."
        case .notConnectedToInternet: "There is no network."
        case .secureConnectionFailed: Self.insecure
        case .serverCertificateUntrusted, .serverCertificateHasUnknownRoot, .serverCertificateHasBadDate,
            .serverCertificateNotYetValid:
            Self.untrusted
        default: "The connection failed with URL error \(code.rawValue)."
        }
    }

    private static let insecure = "No secure connection (TLS) comes about."
    private static let untrusted = "The server's certificate is not to be trusted."
}
