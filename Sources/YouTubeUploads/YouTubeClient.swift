import Foundation

/// Reads a channel's uploads by [YouTube Data API v3](https://developers.google.com/youtube/v3/docs).
///
/// Each request costs one unit of the project's quota, 10 000 a day by default. After a rate limit or a server error, a
/// request is repeated with exponential backoff and full jitter. An exceeded quota fails at once.
public actor YouTubeClient {
    /// Maximum number of uploads in a page.
    public static let largestPage = 50

    /// Number of responses. Each costs a unit, including responses to repeated requests.
    public private(set) var units = 0
    /// The cached responses, which have an ETag; nil without a cache.
    public private(set) var cache: AnswerCache?

    private let transport: any YouTubeTransport
    private let token: YouTubeToken
    private let endpoint: YouTubeEndpoint
    private let pauses: RetryPauses
    private let sleep: @Sendable (Duration) async throws -> Void
    private let random: @Sendable () -> Double

    /// Creates a client; sends no request.
    ///
    /// - Parameters:
    ///   - transport: Sends the requests.
    ///   - token: An access token with the scope ``YouTubeToken/scope``.
    ///   - endpoint: The server.
    ///   - pauses: Number of retries, and the delays before them.
    ///   - cache: Responses of earlier runs; nil sends no ETags.
    ///   - sleep: Waits before a retry.
    ///   - random: Returns a number, 0...1, for the length of a delay.
    public init(
        transport: any YouTubeTransport, token: YouTubeToken, endpoint: YouTubeEndpoint = .google,
        pauses: RetryPauses = RetryPauses(), cache: AnswerCache? = nil,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
    ) {
        self.transport = transport
        self.token = token
        self.endpoint = endpoint
        self.pauses = pauses
        self.cache = cache
        self.sleep = sleep
        self.random = random
    }

    /// Finds a channel and the list of its uploads, by `channels.list`; one unit.
    ///
    /// - Throws: ``YouTubeError``: `notFound` if there is no such channel; `CancellationError`.
    public func channel(_ channel: ChannelReference = .mine) async throws -> UploadsChannel {
        let answer: ChannelsAnswer = try await get(
            "channels", [("part", "snippet,statistics,contentDetails"), channel.parameter], about: channel.subject)
        guard let found = answer.items?.first else {
            throw YouTubeError(
                .notFound, channel.subject,
                channel == .mine ? "The account has no channel on YouTube." : "YouTube has no such channel.")
        }
        guard let uploads = found.contentDetails.relatedPlaylists.uploads, !uploads.isEmpty else {
            throw YouTubeError(.notFound, channel.subject, "The channel has no list of uploads.")
        }
        return UploadsChannel(
            id: found.id, title: found.snippet?.title ?? "", uploadsPlaylist: uploads,
            videoCount: found.statistics?.videoCount.flatMap { Int($0) })
    }

    /// Reads a page of a channel's uploads, by `playlistItems.list`; one unit.
    ///
    /// - Parameters:
    ///   - channel: The channel, as returned by ``channel(_:)``.
    ///   - size: Maximum number of uploads, clamped to 1...50.
    ///   - token: Token of the page; nil for the first page.
    /// - Throws: ``YouTubeError``, `CancellationError`.
    public func page(of channel: UploadsChannel, size: Int = largestPage, token: String? = nil) async throws
        -> UploadsPage
    {
        let count = min(max(size, 1), Self.largestPage)
        var parameters = [
            ("part", "snippet,contentDetails,id"), ("maxResults", String(count)),
            ("playlistId", channel.uploadsPlaylist),
        ]
        if let token { parameters.append(("pageToken", token)) }
        var page: UploadsPage = try await get("playlistItems", parameters, about: channel.id)
        // A server that sends more uploads than requested must not exceed the caller's limit.
        if page.items.count > count { page.items.removeLast(page.items.count - count) }
        return page
    }

    private func get<Answer: Decodable>(
        _ method: String, _ parameters: [(name: String, value: String)], about subject: String
    ) async throws -> Answer {
        let url = endpoint.url(of: method, parameters)
        var retry = 0
        while true {
            try Task.checkCancellation()
            do {
                return try await once(method, url, about: subject)
            } catch let error as YouTubeError where error.isTransient && retry < pauses.retries {
                try await sleep(pauses.pause(before: retry, after: error.pause, fraction: random()))
                retry += 1
            }
        }
    }

    /// - Throws: ``YouTubeError``, `CancellationError`.
    private func once<Answer: Decodable>(_ method: String, _ url: String, about subject: String) async throws -> Answer
    {
        let known = cache?[url]
        var headers = [
            ("Authorization", token.authorization), ("Accept", "application/json"), ("User-Agent", "mosaic"),
        ]
        if let known { headers.append(("If-None-Match", known.etag)) }
        let answer: YouTubeAnswer
        do {
            answer = try await transport.answer(to: YouTubeRequest(url: url, headers: headers))
        } catch let error where !(error is YouTubeError) {
            try Task.checkCancellation()
            throw YouTubeError(.unavailable, method, "The request to \(endpoint.host) failed: \(type(of: error)).")
        }
        units += 1
        if answer.status == 304, let known {
            if let value: Answer = try? Self.decoded(Array(known.body.utf8), method) {
                cache?.keep(known)
                return value
            }
            // The cached body is invalid: the cache's file was edited.
            cache?.drop(url)
            return try await once(method, url, about: subject)
        }
        guard answer.status == 200 else { throw YouTubeError(answer, to: method, about: subject) }
        let decoded: Answer = try Self.decoded(answer.body, method)
        if cache != nil, let etag = answer.field("etag"), etag.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) {
            cache?.keep(AnswerCache.Entry(url: url, etag: etag, body: String(decoding: answer.body, as: UTF8.self)))
        }
        return decoded
    }

    private static func decoded<Answer: Decodable>(_ body: [UInt8], _ method: String) throws -> Answer {
        guard body.count <= YouTubeRequest.longestAnswer else {
            throw YouTubeError(
                .limitExceeded, method, "The answer has \(body.count) bytes, more than \(YouTubeRequest.longestAnswer)."
            )
        }
        do {
            return try JSONDecoder().decode(Answer.self, from: Data(body))
        } catch {
            throw YouTubeError(.malformed, method, "The response is not from YouTube.")
        }
    }
}

/// Selects the uploads to read.
public struct UploadsQuery: Hashable, Sendable {
    /// The channel.
    public var channel = ChannelReference.mine
    /// Maximum number of uploads, 1 or more.
    public var limit = 100
    /// Maximum number of uploads per page, 1...50.
    public var pageSize = YouTubeClient.largestPage
    /// Token of the first page to read; nil begins with the newest upload.
    public var pageToken: String?

    /// Selects the newest 100 uploads of the account's own channel.
    public init() {}
}

/// The result of reading uploads.
public struct UploadsEnd: Hashable, Sendable {
    /// The channel whose uploads were read.
    public let channel: UploadsChannel
    /// Number of uploads read.
    public let count: Int
    /// Token of the page after the last one read; nil at the channel's end, and after a known upload.
    public let nextPageToken: String?
    /// Id of the known video at which reading ended; nil without one.
    public let known: String?
}

extension YouTubeClient {
    /// Reads uploads page by page, beginning with the newest, until the limit, the channel's end or a known upload.
    ///
    /// - Parameters:
    ///   - query: The channel, and the number of uploads.
    ///   - isKnown: Whether the video with an id is known. YouTube lists the newest uploads first, so all later ones
    ///     are known, too.
    ///   - each: Receives each page when it has arrived.
    /// - Throws: ``YouTubeError``, `CancellationError`, errors of `isKnown` and `each`. Earlier pages have been passed
    ///   to `each` by then.
    public func uploads(
        _ query: UploadsQuery = UploadsQuery(), isKnown: (String) async throws -> Bool = { _ in false },
        each: (UploadsPage) async throws -> Void
    ) async throws -> UploadsEnd {
        let channel = try await channel(query.channel)
        var (token, count) = (query.pageToken, 0)
        var seen: Set<String> = []
        while count < query.limit {
            let size = min(query.pageSize, query.limit - count)
            var page = try await page(of: channel, size: size, token: token)
            var known: String?
            for (position, upload) in page.items.enumerated() where try await isKnown(upload.videoID) {
                known = upload.videoID
                page.items.removeSubrange(position...)
                page.nextPageToken = nil
                break
            }
            count += page.items.count
            token = page.nextPageToken
            try await each(page)
            guard let next = token else {
                return UploadsEnd(channel: channel, count: count, nextPageToken: nil, known: known)
            }
            guard seen.insert(next).inserted else {
                throw YouTubeError(.malformed, "playlistItems", "YouTube repeats a page.")
            }
        }
        return UploadsEnd(channel: channel, count: count, nextPageToken: token, known: nil)
    }
}
