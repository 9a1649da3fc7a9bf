import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// Plays YouTube Data API v3 on a loopback port, as far as a channel's uploads need it, with documented answers and errors.
package final class YouTubeServer: Sendable {
    /// The token that is accepted.
    package static let token = "ya29.a0-secret_TOKEN~of+tests/1="

    /// The address, such as `http://127.0.0.1:40123`.
    package let url: String
    private let state: YouTubeServerState
    private let channel: any Channel
    private let group: MultiThreadedEventLoopGroup

    /// Starts a server, which ends with its last reference.
    ///
    /// - Parameter videos: The uploads of the channel, newest first.
    package static func start(videos: [YouTubeVideo]) async throws -> YouTubeServer {
        let state = YouTubeServerState(videos)
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let channel = try await ServerBootstrap(group: group)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(YouTubeRequestHandler(state))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        return YouTubeServer(state, channel, group)
    }

    private init(_ state: YouTubeServerState, _ channel: any Channel, _ group: MultiThreadedEventLoopGroup) {
        self.state = state
        self.channel = channel
        self.group = group
        url = "http://127.0.0.1:\(channel.localAddress?.port ?? 0)"
    }

    deinit { group.shutdownGracefully { _ in } }

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
