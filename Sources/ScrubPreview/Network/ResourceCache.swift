public import Foundation
import HTTPFetching

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// Files of tracks in a `URLCache`, so that they outlast the process.
///
/// The cache is asked here and not by the session: a session stores an answer before anybody knows whether it is a
/// picture, and on Linux it stores none.
struct ResourceCache: Sendable {
    /// A file as it was stored.
    struct Entry: Sendable {
        let bytes: [UInt8]
        let entityTag: String?
    }

    let cache: URLCache

    /// The stored entry of an address; nil without one, or if it has more than `limit` bytes.
    func entry(for url: URL, limit: Int) -> Entry? {
        guard let stored = cache.cachedResponse(for: URLRequest(url: url)), stored.data.count <= limit,
            // On Linux two addresses that differ in nothing but their query share an entry.
            let response = stored.response as? HTTPURLResponse, response.url == url, response.statusCode == 200
        else { return nil }
        return Entry(bytes: Array(stored.data), entityTag: response.value(forHTTPHeaderField: "ETag"))
    }

    /// Stores a sheet that never changes, or a track that can be validated; anything else is left out.
    ///
    /// - Parameter answer: An answer with status 200 whose content was found to be sound.
    func store(_ answer: ResourceAnswer, to request: ResourceRequest) {
        let headers = HTTPHeaders(answer.headers)
        let directives = headers["Cache-Control"]?.lowercased().split { $0 == "," || $0 == " " } ?? []
        let tag = headers["ETag"]
        // A redirect may lead elsewhere tomorrow.
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
    /// Makes a cache on disk for ``ThumbnailTrack/Options/cache``; a track holds sheets in memory itself.
    ///
    /// Make one and share it between tracks.
    ///
    /// - Parameters:
    ///   - diskCapacity: Bytes, 64 MiB by default. The system may leave out a file of more than a twentieth of it.
    ///   - folder: Where it is; nil for a folder that the system chooses.
    public static func forSheets(diskCapacity: Int = 64 << 20, in folder: URL? = nil) -> URLCache {
        #if canImport(FoundationNetworking)
            URLCache(memoryCapacity: 0, diskCapacity: diskCapacity, diskPath: folder?.path)
        #else
            URLCache(memoryCapacity: 0, diskCapacity: diskCapacity, directory: folder)
        #endif
    }
}

/// How often a request is tried, and how long to wait in between.
///
/// Only what may pass is tried again: a status of 500 or more, and a connection that fails or breaks.
public struct RetryPolicy: Sendable {
    /// Tries altogether, 1 or more.
    public var attempts: Int
    /// The wait before the second try; each further one is twice as long, at most a minute.
    public var firstDelay: Duration
    /// Waits; tests need not.
    package var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

    /// Creates a policy: by default 3 tries with 250 ms and 500 ms between them.
    public init(attempts: Int = 3, firstDelay: Duration = .milliseconds(250)) {
        self.attempts = attempts
        self.firstDelay = firstDelay
    }

    /// Runs an operation until it succeeds, fails for good, or was tried often enough.
    func run<Result>(
        _ operation: () async throws -> Result, isTransient: (any Error) -> Bool
    ) async throws -> Result {
        try await Retries.run(
            attempts: attempts, firstDelay: firstDelay, sleep: sleep, operation, isTransient: isTransient)
    }
}
