import Foundation
import Testing

@testable import YouTubeUploads

/// Uploads over several pages.
struct UploadsTests {
    private func read(
        _ transport: PlayedTransport, _ query: UploadsQuery = UploadsQuery(), known: Set<String> = []
    ) async throws -> (ids: [String], end: UploadsEnd) {
        var ids: [String] = []
        let end = try await transport.client().uploads(query) {
            known.contains($0)
        } each: {
            ids += $0.items.map(\.videoID)
        }
        return (ids, end)
    }

    @Test func `pages follow each other to the end`() async throws {
        let transport = PlayedTransport(.channel, .page(["a", "b"], next: "2"), .page(["c"], next: "3"), .page(["d"]))
        let (ids, end) = try await read(transport)
        #expect(ids == ["a", "b", "c", "d"] && end.count == 4 && end.nextPageToken == nil && end.known == nil)
        #expect(end.channel.title == "Walks")
        let tokens = transport.requests.dropFirst().map { $0.url.split(separator: "pageToken=").dropFirst().first }
        #expect(tokens == [nil, "2", "3"])
    }

    @Test func `no more is asked for than is wanted, so that the next token goes on there`() async throws {
        var query = UploadsQuery()
        (query.limit, query.pageSize, query.pageToken) = (3, 2, "1")
        let transport = PlayedTransport(.channel, .page(["a", "b"], next: "2"), .page(["c", "surplus"], next: "3"))
        let (ids, end) = try await read(transport, query)
        #expect(ids == ["a", "b", "c"] && end.nextPageToken == "3")
        #expect(transport.requests.map { $0.url.contains("maxResults=1&") } == [false, false, true])
        #expect(transport.requests[1].url.hasSuffix("pageToken=1"))
    }

    @Test func `the first upload that is known ends it`() async throws {
        let transport = PlayedTransport(.channel, .page(["a", "b"], next: "2"), .page(["c", "d", "e"], next: "3"))
        let (ids, end) = try await read(transport, known: ["d", "e"])
        #expect(ids == ["a", "b", "c"] && end.known == "d" && end.nextPageToken == nil)
        #expect(transport.requests.count == 3)
    }

    @Test func `a server that repeats a page is not asked for ever`() async throws {
        let transport = PlayedTransport(.channel, .page(["a"], next: "2"))
        var query = UploadsQuery()
        query.limit = 1_000
        await #expect(throws: YouTubeError(.malformed, "playlistItems", "YouTube repeats a page.")) {
            try await read(transport, query)
        }
    }

    @Test func `pages that came before a failure were taken`() async throws {
        let transport = PlayedTransport(.channel, .page(["a"], next: "2"), .fault(403, "quotaExceeded"))
        var ids: [String] = []
        let client = try transport.client()
        await #expect(throws: YouTubeError.self) { try await client.uploads { ids += $0.items.map(\.videoID) } }
        #expect(ids == ["a"] && transport.requests.count == 3)
    }

    @Test func `joined pages decode into the models of the specification`() async throws {
        var pages: [UploadsPage] = []
        let transport = PlayedTransport(
            .channel, .page(["a", "b"], next: "2", previous: "0"), .page(["c"], next: "3", previous: "1"))
        var query = UploadsQuery()
        query.limit = 3
        _ = try await transport.client().uploads(query) { pages.append($0) }
        let joined = try #require(UploadsPage(joining: pages))
        let resource = try JSONDecoder().decode(YoutubeContentResource.self, from: JSONEncoder().encode(joined))
        #expect(resource.nextPageToken == "3" && resource.prevPageToken == "0" && resource.pageInfo.totalResults == 9)
        #expect(
            resource.items.map(\.snippet.resourceId.videoId) == ["a", "b", "c"] && resource.items.first?.id == "Ea")
        #expect(UploadsPage(joining: []) == nil)
    }

    /// The example of YouTube's documentation has members without a property here.
    @Test func `the resource keeps what the models of the specification have`() throws {
        let text = """
            {"kind": "youtube#playlistItemListResponse", "etag": "x", "nextPageToken": "EAAaBlBUOkNBVQ", "items": [{"kind":
            "youtube#playlistItem", "etag": "y", "id": "VVU1", "snippet": {"publishedAt": "2024-05-01T10:00:00Z",
            "channelId": "UC1", "title": "Tüt", "description": "0:00 A", "thumbnails": {"default": {"url": "https://i/d.jpg",
            "width": 120, "height": 90}}, "channelTitle": "W", "playlistId": "UU1", "position": 0, "resourceId": {"kind":
            "youtube#video", "videoId": "xlumX1Wtzrg"}, "videoOwnerChannelTitle": "W"}, "contentDetails": {"videoId":
            "xlumX1Wtzrg"}}], "pageInfo": {"totalResults": 21, "resultsPerPage": 1}}
            """
        let page = try JSONDecoder().decode(UploadsPage.self, from: Data(text.utf8))
        let resource = try JSONDecoder().decode(YoutubeContentResource.self, from: JSONEncoder().encode(page))
        let original = try JSONDecoder().decode(YoutubeContentResource.self, from: Data(text.utf8))
        #expect(String(reflecting: resource) == String(reflecting: original))
        #expect(resource.items.first?.snippet.thumbnails.default?.width == 120)
    }
}
