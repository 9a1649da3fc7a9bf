import Foundation
import HTTPFetching
import WebOrigins

/// Reads the files of a track, from disk or over HTTP.
struct ResourceReader: Sendable {
    /// A file and where it came from.
    struct Resource: Sendable {
        /// The address after redirects; relative ones resolve against it.
        let url: URL
        let bytes: [UInt8]
    }

    private let fetcher: HTTPFetcher
    private let retries: RetryPolicy
    /// Whether the track itself is a local file: only then may it name others.
    private let allowsLocalFiles: Bool

    init(trackURL: URL, options: ThumbnailTrack.Options) {
        fetcher = HTTPFetcher(
            trackURL: trackURL, credentials: options.credentials, allowsPrivateHosts: options.allowsPrivateHosts,
            timeouts: options.timeouts)
        retries = options.retries
        allowsLocalFiles = trackURL.isFileURL
    }

    /// Whether a track may name an address at all.
    func mayRead(_ url: URL) -> Bool {
        Origin(url) != nil || (allowsLocalFiles && url.isFileURL)
    }

    /// Reads a file of at most `limit` bytes.
    ///
    /// - Throws: Any `ScrubPreviewError` about a file but `unrecognizedFormat` and `notLoaded`; `CancellationError`.
    func read(_ url: URL, limit: Int) async throws -> Resource {
        if url.isFileURL {
            guard allowsLocalFiles else {
                throw ScrubPreviewError(.refused, url.subjectName, "A remote track may not name a local file.")
            }
            return Resource(url: url, bytes: try LocalFile.read(url, limit: limit))
        }
        do {
            let exchange = try await retries.run {
                let exchange = try await fetcher.exchange(url, limit: limit)
                guard exchange.status == 200 else { throw StatusFailure(status: exchange.status) }
                return exchange
            } isTransient: { error in
                (error as? StatusFailure)?.isTransient ?? ((error as? FetchError)?.connection == .interrupted)
            }
            return Resource(url: exchange.finalURL, bytes: exchange.body)
        } catch let failure as StatusFailure {
            throw failure.described(url.subjectName)
        } catch let error as FetchError {
            throw ScrubPreviewError(error)
        }
    }
}

/// A final status other than 200.
private struct StatusFailure: Error {
    let status: Int

    var isTransient: Bool { status >= 500 }

    func described(_ subject: String) -> ScrubPreviewError {
        let code: ScrubPreviewError.Code =
            switch status {
            case 401, 402, 403, 407: .denied
            case 404, 410: .notFound
            default: .unavailable
            }
        return ScrubPreviewError(code, subject, "The server answered with status \(status).")
    }
}

extension HTTPFetcher {
    init(trackURL: URL, credentials: Credentials, allowsPrivateHosts: Bool, timeouts: Timeouts) {
        self.init(
            trackURL: trackURL, headers: credentials.headers, token: credentials.token,
            allowsPrivateHosts: allowsPrivateHosts, idle: timeouts.idle, total: timeouts.total)
    }
}

/// How long an answer may take.
public struct Timeouts: Hashable, Sendable {
    /// The longest time without a byte.
    public var idle: Duration
    /// The longest time for one try, redirects included, so that a server cannot drip bytes for ever.
    public var total: Duration

    /// Makes limits; 15 s without a byte and 60 s altogether unless told otherwise.
    public init(idle: Duration = .seconds(15), total: Duration = .seconds(60)) {
        self.idle = idle
        self.total = total
    }
}

/// Credentials for requests to the track's own origin, and to no other.
///
/// The origin is that of the URL the track is loaded from. A sheet on another host, or a redirect to one, gets neither
/// the header fields nor the token.
public struct Credentials: Hashable, Sendable {
    /// Header fields, such as `Authorization`.
    public var headers: [String: String]
    /// Sent as `?token=`, unless the URL has a token.
    public var token: String?

    /// Makes credentials.
    public init(headers: [String: String] = [:], token: String? = nil) {
        self.headers = headers
        self.token = token
    }
}
