#if Server
    import NIOCore
    import NIOHTTP1
    import NIOPosix
    import Synchronization

    /// Serves `GET /metrics` on a port, for a process that serves nothing else.
    package final class MetricsListener: Sendable {
        /// Maximum number of concurrent connections; further ones are closed at once.
        private static let mostConnections = 32

        /// The port on which the listener accepts connections.
        package let port: Int
        private let channel: any Channel

        /// Starts listening.
        ///
        /// - Parameter port: The port; 0 chooses a free one.
        /// - Throws: An error of the system if the address is not available.
        package init(host: String, port: Int, _ metrics: PrometheusMetrics) async throws {
            let open = ConnectionCount()
            channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .childChannelInitializer { channel in
                    guard open.open() <= Self.mostConnections else {
                        open.close()
                        return channel.close()
                    }
                    channel.closeFuture.whenComplete { _ in open.close() }
                    return channel.eventLoop.makeCompletedFuture {
                        let pipeline = channel.pipeline.syncOperations
                        try pipeline.configureHTTPServerPipeline(withErrorHandling: true)
                        // Closes the connection of a slow client.
                        try pipeline.addHandler(IdleStateHandler(allTimeout: .seconds(30)))
                        try pipeline.addHandler(MetricsAnswers(metrics))
                    }
                }
                .bind(host: host, port: port).get()
            self.port = channel.localAddress?.port ?? port
        }

        /// Stops listening.
        package func stop() async { try? await channel.close() }

        private final class ConnectionCount: Sendable {
            private let count = Atomic<Int>(0)

            func open() -> Int { count.add(1, ordering: .relaxed).newValue }
            func close() { count.subtract(1, ordering: .relaxed) }
        }
    }
#endif
