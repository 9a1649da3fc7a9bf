import Synchronization

/// Plays YouTube Data API v3 on a loopback port, as far as a channel's uploads need it, with documented answers and errors.
package final class YouTubeServer: Sendable {
    /// The token that is accepted.
    package static let token = "ya29.a0-secret_TOKEN~of+tests/1="

    /// The address, such as `http://127.0.0.1:40123`.
    package var url: String { listener.url }
    private let state: YouTubeServerState
    private let listener: LoopbackListener

    /// Starts a server, which ends with its last reference.
    ///
    /// - Parameter videos: The uploads of the channel, newest first.
    package static func start(videos: [YouTubeVideo]) async throws -> YouTubeServer {
        let state = YouTubeServerState(videos)
        return YouTubeServer(state, try await .startHTTP { YouTubeRequestHandler(state) })
    }

    private init(_ state: YouTubeServerState, _ listener: LoopbackListener) {
        self.state = state
        self.listener = listener
    }

    /// The requests in order of their arrival.
    package var requests: [YouTubeServerRequest] { state.state.withLock(\.requests) }

    /// Replaces the uploads.
    package func upload(_ videos: [YouTubeVideo]) { state.state.withLock { $0.videos = videos } }

    /// Decides which requests get another answer than they should, by their number from 0; nil lets them pass.
    package func answer(_ decision: @escaping @Sendable (Int, YouTubeServerRequest) -> YouTubeReply?) {
        state.state.withLock { $0.decision = decision }
    }
}

/// An upload of the channel.
package struct YouTubeVideo: Hashable, Sendable {
    package let id: String
    package var title: String
    package var description: String

    package init(id: String, title: String, description: String = "") {
        self.id = id
        self.title = title
        self.description = description
    }
}

/// A request as it arrived.
package struct YouTubeServerRequest: Sendable {
    /// `channels` or `playlistItems`.
    package let method: String
    /// Parameters, decoded.
    package let query: [String: String]
    /// The address's path and query as they were sent.
    package let uri: String
    /// The header field `Authorization`.
    package let authorization: String?
    /// The header field `If-None-Match`.
    package let ifNoneMatch: String?
}
