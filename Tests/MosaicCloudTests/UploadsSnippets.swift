import Foundation
import S3Fixtures
import Testing
import YouTubeUploads

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

// The code between `snippet` and `end` is that of the landing page of YouTubeUploads.

// snippet
final class SessionTransport: NSObject, URLSessionTaskDelegate, YouTubeTransport {
    func answer(to request: YouTubeRequest) async throws -> YouTubeAnswer {
        guard let url = URL(string: request.url) else { throw URLError(.badURL) }
        var message = URLRequest(url: url)
        for (name, value) in request.headers { message.setValue(value, forHTTPHeaderField: name) }
        let (body, response) = try await URLSession.shared.data(for: message, delegate: self)
        let answer = response as? HTTPURLResponse
        let fields = (answer?.allHeaderFields ?? [:]).map { ("\($0.key)", "\($0.value)") }
        return YouTubeAnswer(
            status: answer?.statusCode ?? 0, headers: Dictionary(fields) { first, _ in first }, body: Array(body))
    }

    // A redirect would carry the token away.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) { completionHandler(nil) }
}
// end

private func titles(_ token: YouTubeToken, _ endpoint: YouTubeEndpoint) async throws -> [[String]] {
    // snippet
    let client = YouTubeClient(transport: SessionTransport(), token: token, endpoint: endpoint)
    let channel = try await client.channel(.mine)
    let page = try await client.page(of: channel, size: 50)
    let chapters = page.items.map { $0.chapters.chapters.map(\.title) }
    // end
    return chapters
}

struct UploadsSnippets {
    @Test func `an app reads uploads with a session of Foundation`() async throws {
        let server = try await YouTubeServer.start(videos: [
            YouTubeVideo(id: "one", title: "One", description: "0:00 A\n0:10 B\n0:20 C"),
            YouTubeVideo(id: "two", title: "Two"),
        ])
        let token = try #require(YouTubeToken(YouTubeServer.token))
        let endpoint = try #require(YouTubeEndpoint(server.url))
        #expect(try await titles(token, endpoint) == [["A", "B", "C"], []])
    }

    #if canImport(FoundationNetworking)
        private static let asksDelegate = false
    #else
        private static let asksDelegate = true
    #endif

    @Test(.enabled(if: asksDelegate, "Foundation on Linux asks no delegate of a task about redirects"))
    func `its session follows no redirect`() async throws {
        let (server, other) = (try await YouTubeServer.start(videos: []), try await YouTubeServer.start(videos: []))
        let target = other.url
        server.answer { _, _ in YouTubeReply(302, "", headers: [("Location", target)]) }
        let token = try #require(YouTubeToken(YouTubeServer.token))
        let endpoint = try #require(YouTubeEndpoint(server.url))
        await #expect(throws: YouTubeError.self) { try await titles(token, endpoint) }
        #expect(server.requests.count == 1 && other.requests.isEmpty)
    }
}
