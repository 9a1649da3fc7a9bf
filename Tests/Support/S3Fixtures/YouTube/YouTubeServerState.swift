import Foundation
import Mosaic
import Synchronization

/// Uploads, requests and answers of a ``YouTubeServer``: everything but the connections.
final class YouTubeServerState: Sendable {
    struct State {
        var videos: [YouTubeVideo]
        var requests: [YouTubeServerRequest] = []
        var decision: (@Sendable (Int, YouTubeServerRequest) -> YouTubeReply?)?
    }

    private static let playlist = "UUBR8-60-B28hp2BmDPdntcQ"
    private static let channel = "UCBR8-60-B28hp2BmDPdntcQ"

    let state: Mutex<State>

    init(_ videos: [YouTubeVideo]) { state = Mutex(State(videos: videos)) }

    func reply(to request: YouTubeServerRequest) -> YouTubeReply {
        let (number, decision, videos) = state.withLock { state in
            state.requests.append(request)
            return (state.requests.count - 1, state.decision, state.videos)
        }
        if let reply = decision?(number, request) { return reply }
        guard request.authorization == "Bearer \(YouTubeServer.token)" else { return .unauthorized }
        let reply =
            switch request.method {
            case "channels": channels(request)
            case "playlistItems": items(request, of: videos)
            default: YouTubeReply.error(404, "notFound", domain: "global")
            }
        guard reply.status == 200 else { return reply }
        let tag = "\"" + ContentHash(of: Array(reply.body.utf8)).hexadecimal(bytes: 8) + "\""
        guard request.ifNoneMatch != tag else { return YouTubeReply(304, headers: [("ETag", tag)]) }
        var tagged = reply
        tagged.headers.append(("ETag", tag))
        return tagged
    }

    private func channels(_ request: YouTubeServerRequest) -> YouTubeReply {
        guard request.query["part"] == "snippet,statistics,contentDetails" else {
            return .error(400, "missingRequiredParameter")
        }
        let isKnown =
            request.query["mine"] == "true" || request.query["id"] == Self.channel
            || request.query["forHandle"] == "@channel"
        // As documented, an unknown channel is no error, and the answer has no member `items`.
        guard isKnown else {
            return YouTubeReply(
                200,
                """
                {"kind": "youtube#channelListResponse", "etag": "e", "pageInfo": {"totalResults": 0, "resultsPerPage": 5}}
                """)
        }
        return YouTubeReply(
            200,
            """
            {"kind": "youtube#channelListResponse", "etag": "c", "pageInfo": {"totalResults": 1, "resultsPerPage": 5},
            "items": [{"kind": "youtube#channel", "etag": "d", "id": "\(Self.channel)", "snippet": {"title": "Adventures",
            "description": "", "publishedAt": "2020-01-01T00:00:00Z", "thumbnails": {}}, "contentDetails":
            {"relatedPlaylists": {"likes": "", "uploads": "\(Self.playlist)"}}, "statistics": {"viewCount": "1",
            "subscriberCount": "2", "hiddenSubscriberCount": false, "videoCount": "500"}}]}
            """)
    }

    private func items(_ request: YouTubeServerRequest, of videos: [YouTubeVideo]) -> YouTubeReply {
        guard request.query["playlistId"] == Self.playlist, request.query["part"] == "snippet,contentDetails,id" else {
            return .error(404, "playlistNotFound", domain: "youtube.playlistItem")
        }
        let size = request.query["maxResults"].flatMap { Int($0) } ?? 5
        guard (0...50).contains(size) else { return .error(400, "invalidParameter") }
        let first: Int
        if let token = request.query["pageToken"] {
            guard token.hasPrefix("EAAaB"), let offset = Int(token.dropFirst(5)) else {
                return .error(400, "invalidPageToken")
            }
            first = offset
        } else {
            first = 0
        }
        let page = videos.dropFirst(first).prefix(size)
        var document: [String: Any] = [
            "kind": "youtube#playlistItemListResponse", "etag": "p\(first)-\(size)",
            "pageInfo": ["totalResults": videos.count, "resultsPerPage": size],
            "items": page.map(Self.item),
        ]
        if first + size < videos.count { document["nextPageToken"] = "EAAaB\(first + size)" }
        if first > 0 { document["prevPageToken"] = "EAAaB\(max(0, first - size))" }
        let body = try? JSONSerialization.data(withJSONObject: document, options: [.sortedKeys])
        return YouTubeReply(200, String(decoding: body ?? Data(), as: UTF8.self))
    }

    private static func item(_ video: YouTubeVideo) -> [String: Any] {
        [
            "kind": "youtube#playlistItem", "etag": "i", "id": "VVU\(video.id)",
            "snippet": [
                "publishedAt": "2024-05-01T10:00:00Z", "channelId": channel, "title": video.title,
                "description": video.description, "channelTitle": "Adventures", "playlistId": playlist, "position": 0,
                "thumbnails": [
                    "default": ["url": "https://i.ytimg.com/vi/\(video.id)/default.jpg", "width": 120, "height": 90],
                    "maxres": ["url": "https://i.ytimg.com/vi/\(video.id)/maxresdefault.jpg"],
                ],
                "resourceId": ["kind": "youtube#video", "videoId": video.id],
            ],
            "contentDetails": ["videoId": video.id, "videoPublishedAt": "2024-05-01T10:00:00Z"],
        ]
    }
}
