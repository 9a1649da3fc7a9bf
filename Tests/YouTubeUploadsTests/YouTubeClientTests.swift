import Testing

@testable import YouTubeUploads

/// The client over answers that are played.
struct YouTubeClientTests {
    private static let channel = UploadsChannel(id: "UC1", title: "", uploadsPlaylist: "UU1", videoCount: nil)

    private func failure(_ answers: Result<YouTubeAnswer, YouTubeError>...) async throws -> (
        YouTubeError?, Int, [Duration]
    ) {
        let transport = PlayedTransport(answers[0])
        let client = try transport.client()
        do {
            _ = try await client.page(of: Self.channel)
            return (nil, await client.units, transport.pauses)
        } catch let error as YouTubeError {
            return (error, await client.units, transport.pauses)
        }
    }

    @Test func `requests have the parameters of the documentation, and the token in their head alone`() async throws {
        let transport = PlayedTransport(.channel, .page(["a"]))
        let client = try transport.client()
        let channel = try await client.channel()
        #expect(channel == UploadsChannel(id: "UC1", title: "Walks", uploadsPlaylist: "UU1", videoCount: 7))
        _ = try await client.page(of: channel, size: 5, token: "a/b c")
        #expect(
            transport.requests.map(\.url) == [
                "https://youtube.googleapis.com/youtube/v3/channels?part=snippet,statistics,contentDetails&mine=true",
                "https://youtube.googleapis.com/youtube/v3/playlistItems?part=snippet,contentDetails,id&maxResults=5"
                    + "&playlistId=UU1&pageToken=a%2Fb%20c",
            ])
        for request in transport.requests {
            #expect(request.headers.contains { $0 == ("Authorization", "Bearer secret-token") })
            var dumped = ""
            dump(request, to: &dumped)
            #expect(!"\(request) \(dumped)".contains("secret-token"))
        }
        #expect(await client.units == 2)
    }

    @Test(arguments: [
        ("mine", "mine=true"), ("UC_x5XG1OV2P6uZZ5FSM9Ttw", "id=UC_x5XG1OV2P6uZZ5FSM9Ttw"),
        ("@GoogleDevelopers", "forHandle=%40GoogleDevelopers"), ("@été", "forHandle=%40%C3%A9t%C3%A9"),
    ])
    func `a channel is the account's own, or has an id or a handle`(text: String, parameter: String) async throws {
        let transport = PlayedTransport(.channel)
        _ = try await transport.client().channel(#require(ChannelReference(text)))
        #expect(transport.requests.first?.url.hasSuffix("&" + parameter) == true)
    }

    @Test(arguments: ["", "@", "a b", "a&b=c", "a/b", "é", "UC1\n", String(repeating: "a", count: 101)])
    func `other text names no channel`(text: String) { #expect(ChannelReference(text) == nil) }

    @Test func `reports an account without a channel`() async throws {
        let transport = PlayedTransport(.status(200, #"{"kind":"k","pageInfo":{"totalResults":0}}"#))
        let client = try transport.client()
        let own = YouTubeError(.notFound, "the account's channel", "The account has no channel on YouTube.")
        await #expect(throws: own) { try await client.channel() }
        await #expect(throws: YouTubeError(.notFound, "UC2", "YouTube has no such channel.")) {
            try await client.channel(.id("UC2"))
        }
    }

    @Test(arguments: [
        (403, "rateLimitExceeded", YouTubeError.Code.rateLimited), (403, "userRateLimitExceeded", .rateLimited),
        (429, "rateLimitExceeded", .rateLimited), (500, "backendError", .unavailable), (503, "", .unavailable),
    ])
    func `retries a transient fault, doubling pauses`(status: Int, reason: String, code: YouTubeError.Code)
        async throws
    {
        let (error, units, pauses) = try await failure(.fault(status, reason))
        #expect(error?.code == code && units == 6)
        #expect(pauses == [.milliseconds(500), .seconds(1), .seconds(2), .seconds(4), .seconds(8)])
    }

    @Test(arguments: [
        (401, "authError", YouTubeError.Code.expired, "expired"),
        (403, "quotaExceeded", .quotaExceeded, "midnight Pacific time"),
        (429, "quotaExceeded", .quotaExceeded, "quota"), (403, "dailyLimitExceeded", .quotaExceeded, "quota"),
        (403, "insufficientPermissions", .missingScope, "https://www.googleapis.com/auth/youtube.readonly"),
        (403, "ACCESS_TOKEN_SCOPE_INSUFFICIENT", .missingScope, YouTubeToken.scope),
        (403, "accessNotConfigured", .denied, "not enabled"), (401, "youtubeSignupRequired", .notFound, "no channel"),
        (404, "playlistNotFound", .notFound, "no such channel"),
        (400, "invalidPageToken", .invalidSettings, "token of the page"),
        (403, "playlistItemsNotAccessible", .denied, "playlistItemsNotAccessible, status 403"),
        (403, "", .denied, "status 403"),
        (403, "a <b>", .denied, "request: status 403"), (302, "", .malformed, "redirects"),
    ])
    func `a permanent fault ends at once with a message`(
        status: Int, reason: String, code: YouTubeError.Code, says: String
    ) async throws {
        let (error, units, pauses) = try await failure(.fault(status, reason))
        #expect(error?.code == code && units == 1 && pauses.isEmpty)
        #expect(error?.reason.contains(says) == true, "\(error?.description ?? "")")
    }

    @Test func `a server may ask for a longer pause, up to a limit`() async throws {
        let transport = PlayedTransport(
            .fault(503, "backendError", ["Retry-After": "3"]), .fault(503, "backendError", ["retry-after": "9999"]),
            .page([]))
        _ = try await transport.client().page(of: Self.channel)
        #expect(transport.pauses == [.seconds(3), .seconds(32)])
    }

    @Test func `pauses have full jitter`() {
        let pauses = RetryPauses()
        #expect(pauses.pause(before: 3, after: nil, fraction: 0) == .zero)
        #expect(pauses.pause(before: 3, after: nil, fraction: 1) == .seconds(8))
        #expect(pauses.pause(before: 60, after: nil, fraction: 1) == .seconds(32))
    }

    @Test(arguments: ["", "<html>", "[]", "{}", #"{"kind":1}"#, "null"])
    func `refuses a response that is not from YouTube`(body: String) async throws {
        let (error, units, _) = try await failure(.status(200, body))
        #expect(error == YouTubeError(.malformed, "playlistItems", "The response is not from YouTube.") && units == 1)
    }

    @Test func `a page that has not changed comes from the cache`() async throws {
        let transport = PlayedTransport(.page(["a"], headers: ["ETag": "\"1\""]), .status(304))
        let first = try transport.client(cache: AnswerCache())
        let page = try await first.page(of: Self.channel)
        let cache = try #require(await first.cache)
        #expect(cache.count == 1)
        let second = try transport.client(cache: cache)
        #expect(try await second.page(of: Self.channel) == page)
        let tags = transport.requests.map { $0.headers.first { $0.name == "If-None-Match" }?.value }
        #expect(tags == [nil, "\"1\""])
        #expect(await second.cache == cache)
    }

    @Test func `a cache that was spoiled is asked past`() async throws {
        let transport = PlayedTransport(.page(["a"], headers: ["ETag": "\"1\""]), .status(304), .page(["b"]))
        let first = try transport.client(cache: AnswerCache())
        _ = try await first.page(of: Self.channel)
        var cache = try #require(await first.cache)
        let url = try #require(transport.requests.first?.url)
        cache.keep(AnswerCache.Entry(url: url, etag: "\"1\"", body: "{"))
        let client = try transport.client(cache: cache)
        #expect(try await client.page(of: Self.channel).items.map(\.videoID) == ["b"])
    }

    @Test func `a full cache evicts the least recently used entry`() {
        var cache = AnswerCache()
        for number in 0..<150 {
            cache.keep(AnswerCache.Entry(url: "\(number)", etag: "e", body: ""))
            if let first = cache["0"] { cache.keep(first) }
        }
        #expect(cache.count == AnswerCache.capacity && cache["0"] != nil && cache["1"] == nil && cache["149"] != nil)
    }

    @Test(arguments: ["", " ", "a b", "a\nb", "ä", "\u{0}", "a\"", String(repeating: "a", count: 5_000)])
    func `refuses other text as a token`(text: String) { #expect(YouTubeToken(text) == nil) }

    @Test func `a token is never described`() throws {
        let token = try #require(YouTubeToken(" ya29.secret-_~+/=\n"))
        var dumped = ""
        dump(token, to: &dumped)
        #expect(!"\(token) \(String(reflecting: token)) \(dumped)".contains("secret"))
        #expect(token.authorization == "Bearer ya29.secret-_~+/=")
    }

    @Test(arguments: [
        ("https://example.com/", true), ("http://127.0.0.1:8080", true), ("http://localhost:1", true),
        ("http://[::1]:1", true),
        ("http://example.com", false), ("http://127.0.0.1.example.com", false), ("ftp://localhost", false), ("", false),
        ("https://user:secret@example.com", false), ("https://example.com?a=b", false), ("https://", false),
    ])
    func `a token is never sent in clear text to another machine`(address: String, isAllowed: Bool) {
        #expect((YouTubeEndpoint(address) != nil) == isAllowed)
    }

    @Test func `a task that is cancelled sends nothing more`() async throws {
        let transport = PlayedTransport(.fault(503, ""))
        let client = try transport.client()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try await client.page(of: Self.channel)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(transport.requests.isEmpty)
    }
}
