public import Foundation
import HTTPFetching

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// Stores files of tracks in a `URLCache`, so that they outlast the process.
///
/// This type queries the cache, not the session: a session stores a response before its content is checked, and stores
/// none on Linux.
struct ResourceCache: Sendable {
    /// A stored file.
    struct Entry: Sendable {
        let bytes: [UInt8]
        let entityTag: String?
    }

    let cache: URLCache

    /// The stored entry of a URL; nil without one, or if it has more than `limit` bytes.
    func entry(for url: URL, limit: Int) -> Entry? {
        guard let stored = cache.cachedResponse(for: URLRequest(url: url)), stored.data.count <= limit,
            // On Linux, URLs that differ only in their query share an entry.
            let response = stored.response as? HTTPURLResponse, response.url == url, response.statusCode == 200
        else { return nil }
        return Entry(bytes: Array(stored.data), entityTag: response.value(forHTTPHeaderField: "ETag"))
    }

    /// Stores an immutable sheet, or a file with an entity tag that was not redirected; ignores other files and
    /// `no-store`.
    ///
    /// - Parameter answer: A response with status 200 whose content has been checked.
    func store(_ answer: ResourceAnswer, to request: ResourceRequest) {
        let headers = HTTPHeaders(answer.headers)
        let directives = headers["Cache-Control"]?.lowercased().split { $0 == "," || $0 == " " } ?? []
        let tag = headers["ETag"]
        // A redirect may lead to another URL later.
        guard request.isImmutable || (tag != nil && answer.url == request.url), !directives.contains("no-store"),
            let response = HTTPURLResponse(
                url: request.url, statusCode: 200, httpVersion: "HTTP/1.1",
                headerFields: tag.map { ["ETag": $0, "Content-Length": "\(answer.bytes.count)"] })
        else { return }
        cache.storeCachedResponse(
            CachedURLResponse(response: response, data: Data(answer.bytes)), for: URLRequest(url: request.url))
    }
}

extension URLCache {
    /// Creates a cache on disk for ``ThumbnailTrack/Options/cache``, without memory capacity: a track caches sheets in
    /// memory itself.
    ///
    /// Share one cache between all tracks.
    ///
    /// - Parameters:
    ///   - diskCapacity: Bytes, 64 MiB by default. The system may skip a file of more than a twentieth of the capacity.
    ///   - folder: The cache's folder; nil for a folder that the system chooses.
    public static func forSheets(diskCapacity: Int = 64 << 20, in folder: URL? = nil) -> URLCache {
        #if canImport(FoundationNetworking)
            URLCache(memoryCapacity: 0, diskCapacity: diskCapacity, diskPath: folder?.path)
        #else
            URLCache(memoryCapacity: 0, diskCapacity: diskCapacity, directory: folder)
        #endif
    }
}

/// Number of attempts of a request, and the delay between them.
///
/// Only transient failures are retried: a status of 500 or more, and a connection that cannot be made or is lost.
public struct RetryPolicy: Sendable {
    /// Maximum number of attempts, 1 or more.
    public var attempts: Int
    /// Delay before the second attempt. The delay doubles before each further attempt, up to one minute.
    public var firstDelay: Duration
    /// Waits between attempts; tests replace it.
    package var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

    /// Creates a policy: by default 3 attempts with 250 ms and 500 ms between them.
    public init(attempts: Int = 3, firstDelay: Duration = .milliseconds(250)) {
        self.attempts = attempts
        self.firstDelay = firstDelay
    }

    /// Runs an operation until it succeeds, fails permanently, or has used all attempts.
    func run<Result>(
        _ operation: () async throws -> Result, isTransient: (any Error) -> Bool
    ) async throws -> Result {
        try await Retries.run(
            attempts: attempts, firstDelay: firstDelay, sleep: sleep, operation, isTransient: isTransient)
    }
}
