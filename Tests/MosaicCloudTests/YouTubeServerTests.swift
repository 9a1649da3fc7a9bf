import Foundation
import S3Fixtures
import Testing

@testable import MosaicCloud
@testable import YouTubeUploads

/// The client over HTTP, with a server that plays documented answers.
struct YouTubeServerTests {
    private static let videos = (0..<500).map { number in
        YouTubeVideo(
            id: "video-\(number)", title: "Walk \(number)", description: number % 2 == 0 ? "0:00 A\n1:00 B\n2:00 C" : ""
        )
    }

    /// Retries that come at once.
    private static let pauses: RetryPauses = {
        var pauses = RetryPauses()
        pauses.base = .milliseconds(1)
        return pauses
    }()

    private func client(
        _ server: YouTubeServer, token: String = YouTubeServer.token, transport: YouTubeHTTPTransport? = nil,
        retries: Int = 5, cache: AnswerCache? = nil
    ) throws -> YouTubeClient {
        var pauses = Self.pauses
        pauses.retries = retries
        return YouTubeClient(
            transport: transport ?? YouTubeHTTPTransport(), token: try #require(YouTubeToken(token)),
            endpoint: try #require(YouTubeEndpoint(server.url)), pauses: pauses, cache: cache)
    }

    private func error(_ work: () async throws -> Void) async -> YouTubeError? {
        do {
            try await work()
            return nil
        } catch {
            return error as? YouTubeError
        }
    }

    @Test func `500 uploads take 10 pages and 11 units`() async throws {
        let server = try await YouTubeServer.start(videos: Self.videos)
        let client = try client(server)
        var query = UploadsQuery()
        query.limit = 1_000
        var (ids, pages, chapters) = ([String](), 0, 0)
        let end = try await client.uploads(query) { page in
            pages += 1
            ids += page.items.map(\.videoID)
            chapters += page.items.map(\.chapters.chapters.count).reduce(0, +)
            #expect(page.pageInfo == UploadsPage.Info(totalResults: 500, resultsPerPage: 50))
        }
        #expect(ids == Self.videos.map(\.id) && pages == 10 && end.count == 500 && end.nextPageToken == nil)
        #expect(chapters == 750 && end.channel.title == "Adventures" && end.channel.videoCount == 500)
        #expect(await client.units == 11)
        #expect(server.requests.count == 11 && server.requests.allSatisfy { !$0.uri.contains("secret") })
    }

    @Test func `pages that have not changed are not sent again`() async throws {
        let server = try await YouTubeServer.start(videos: Array(Self.videos.prefix(120)))
        let first = try client(server, cache: AnswerCache())
        var expected: [UploadsPage] = []
        var query = UploadsQuery()
        query.limit = 200
        _ = try await first.uploads(query) { expected.append($0) }
        let second = try client(server, cache: await first.cache)
        var pages: [UploadsPage] = []
        _ = try await second.uploads(query) { pages.append($0) }
        #expect(pages == expected && pages.count == 3)
        #expect(server.requests.prefix(4).allSatisfy { $0.ifNoneMatch == nil })
        #expect(server.requests.dropFirst(4).allSatisfy { $0.ifNoneMatch != nil })
        server.upload([YouTubeVideo(id: "new", title: "New")] + Self.videos.prefix(119))
        var ids: [String] = []
        _ = try await client(server, cache: await second.cache).uploads(query) { ids += $0.items.map(\.videoID) }
        #expect(ids.first == "new" && ids.count == 120)
    }

    @Test func `a token that has expired, and a scope that is missing, are named without the token`() async throws {
        let server = try await YouTubeServer.start(videos: Self.videos)
        let expired = await error { _ = try await client(server, token: "another-secret").channel() }
        #expect(expired?.code == .expired && expired?.description.contains("secret") == false)
        server.answer { _, _ in .scopeMissing }
        let missing = await error { _ = try await client(server).channel() }
        #expect(missing?.code == .missingScope)
        #expect(missing?.reason.contains("https://www.googleapis.com/auth/youtube.readonly") == true)
        #expect(server.requests.count == 2)
    }

    @Test func `an exceeded quota ends at once in the middle of the pages`() async throws {
        let server = try await YouTubeServer.start(videos: Self.videos)
        server.answer { number, _ in number == 3 ? .error(403, "quotaExceeded", domain: "youtube.quota") : nil }
        let client = try client(server)
        var count = 0
        let error = await error {
            var query = UploadsQuery()
            query.limit = 500
            _ = try await client.uploads(query) { count += $0.items.count }
        }
        #expect(error?.code == .quotaExceeded && count == 100)
        #expect(await client.units == 4)
    }

    @Test func `rate limits, errors of the server and lost connections are repeated`() async throws {
        let server = try await YouTubeServer.start(videos: Array(Self.videos.prefix(3)))
        var cut = YouTubeReply(200, String(repeating: "x", count: 1_000))
        cut.pace = .cut
        let lost = cut
        server.answer { number, _ in
            switch number {
            case 0: .error(403, "userRateLimitExceeded", domain: "usageLimits")
            case 1: .error(429, "rateLimitExceeded", domain: "global", headers: [("Retry-After", "0")])
            case 2: .error(500, "backendError", domain: "global")
            case 3: YouTubeReply(502, "<html>Bad gateway</html>")
            case 4: lost
            default: nil
            }
        }
        let client = try client(server)
        #expect(try await client.channel().title == "Adventures")
        // The lost answer is not counted.
        #expect(await client.units == 5 && server.requests.count == 6)
    }

    @Test func `reports a failure after the last retry`() async throws {
        let server = try await YouTubeServer.start(videos: [])
        server.answer { _, _ in .error(503, "backendError", domain: "global") }
        let error = await error { _ = try await client(server, retries: 2).channel() }
        #expect(error == YouTubeError(.unavailable, "channels", "YouTube fails with status 503."))
        #expect(server.requests.count == 3)
    }

    @Test func `a body that comes slowly is read to its end`() async throws {
        let server = try await YouTubeServer.start(videos: Array(Self.videos.prefix(50)))
        let channel = try await client(server).channel()
        let body = try await bodyOfPage(server)
        var slow = YouTubeReply(200, body)
        slow.pace = .slowly(parts: 40, pause: 10)
        let reply = slow
        server.answer { _, _ in reply }
        #expect(try await client(server).page(of: channel).items.count == 50)
    }

    @Test func `a body that never ends is given up`() async throws {
        let server = try await YouTubeServer.start(videos: [])
        var half = YouTubeReply(200, String(repeating: " ", count: 1_000))
        half.pace = .half
        let reply = half
        server.answer { _, _ in reply }
        let transport = YouTubeHTTPTransport(idle: .milliseconds(100))
        let error = await error { _ = try await client(server, transport: transport, retries: 1).channel() }
        #expect(error?.code == .unavailable && error?.reason == "The server does not answer in time.")
        #expect(server.requests.count == 2)
    }

    @Test func `a body that dribbles is given up`() async throws {
        let server = try await YouTubeServer.start(videos: [])
        var slow = YouTubeReply(200, String(repeating: " ", count: 100_000))
        slow.pace = .slowly(parts: 50_000, pause: 5)
        let reply = slow
        server.answer { _, _ in reply }
        let transport = YouTubeHTTPTransport(whole: .milliseconds(200))
        let error = await error { _ = try await client(server, transport: transport, retries: 0).channel() }
        #expect(error?.code == .unavailable, "\(error?.description ?? "")")
    }

    @Test func `a body that is too long is not read`() async throws {
        let server = try await YouTubeServer.start(videos: [])
        server.answer { _, _ in YouTubeReply(200, String(repeating: " ", count: YouTubeRequest.longestAnswer + 1)) }
        let error = await error { _ = try await client(server).channel() }
        #expect(error?.code == .limitExceeded && server.requests.count == 1)
    }

    @Test func `a redirect is not followed, because it would carry the token away`() async throws {
        let (server, other) = (try await YouTubeServer.start(videos: []), try await YouTubeServer.start(videos: []))
        let target = other.url
        server.answer { _, _ in YouTubeReply(302, "", headers: [("Location", target)]) }
        let error = await error { _ = try await client(server).channel() }
        #expect(error?.code == .malformed && server.requests.count == 1 && other.requests.isEmpty)
    }

    @Test func `reports an unreachable server`() async throws {
        let endpoint = try #require(YouTubeEndpoint("http://127.0.0.1:1"))
        let client = YouTubeClient(
            transport: YouTubeHTTPTransport(), token: try #require(YouTubeToken("t")), endpoint: endpoint,
            pauses: Self.pauses)
        let error = await error { _ = try await client.channel() }
        #expect(error?.code == .unavailable && error?.subject == "127.0.0.1")
        #expect(await client.units == 0)
    }

    private func bodyOfPage(_ server: YouTubeServer) async throws -> String {
        let request = YouTubeRequest(
            url: server.url
                + "/youtube/v3/playlistItems?part=snippet,contentDetails,id&maxResults=50&playlistId=UUBR8-60-B28hp2BmDPdntcQ",
            headers: [("Authorization", "Bearer \(YouTubeServer.token)")])
        return String(decoding: try await YouTubeHTTPTransport().answer(to: request).body, as: UTF8.self)
    }
}
