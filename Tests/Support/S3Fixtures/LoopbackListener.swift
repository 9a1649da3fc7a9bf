import NIOCore
import NIOHTTP1
import NIOPosix

/// Listens on a free loopback port with a separate thread, until its last reference is released.
final class LoopbackListener: Sendable {
    /// The address, such as `http://127.0.0.1:40123`.
    let url: String
    private let channel: any Channel
    private let group: MultiThreadedEventLoopGroup

    /// Listens, and sets up each connection.
    ///
    /// - Parameter readsAtOnce: Whether a connection is read before its setup asks for that.
    static func start(
        readsAtOnce: Bool = true, _ setUp: @escaping @Sendable (any Channel) -> EventLoopFuture<Void>
    ) async throws -> LoopbackListener {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let channel = try await ServerBootstrap(group: group)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelOption(.backlog, value: 1_024)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelOption(.autoRead, value: readsAtOnce)
            .childChannelInitializer(setUp)
            .bind(host: "127.0.0.1", port: 0).get()
        return LoopbackListener(channel, group)
    }

    /// Listens for HTTP/1.1; each connection has a separate handler.
    static func startHTTP(
        _ handler: @escaping @Sendable () -> any ChannelHandler
    ) async throws -> LoopbackListener {
        try await start { channel in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                try channel.pipeline.syncOperations.addHandler(handler())
            }
        }
    }

    private init(_ channel: any Channel, _ group: MultiThreadedEventLoopGroup) {
        self.channel = channel
        self.group = group
        url = "http://127.0.0.1:\(channel.localAddress?.port ?? 0)"
    }

    deinit { group.shutdownGracefully { _ in } }

    /// Closes the port and all connections; connecting fails from now on.
    func stop() async throws {
        try await channel.close()
        try await group.shutdownGracefully()
    }
}
