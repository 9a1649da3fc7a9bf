#if Server
    import NIOCore
    import NIOHTTP1
    import NIOPosix
    import Synchronization

    /// Answers `GET /metrics` on a port, for a process that serves nothing else.
    package final class MetricsListener: Sendable {
        /// Connections at a time; more are closed at once.
        private static let mostConnections = 32

        /// The port that it listens on.
        package let port: Int
        private let channel: any Channel

        /// Listens.
        ///
        /// - Parameter port: 0 takes a free one.
        /// - Throws: An error of the system where nothing can listen there.
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
                        // A client that is slower holds a connection for nothing.
                        try pipeline.addHandler(IdleStateHandler(allTimeout: .seconds(30)))
                        try pipeline.addHandler(MetricsAnswers(metrics))
                    }
                }
                .bind(host: host, port: port).get()
            self.port = channel.localAddress?.port ?? port
        }

        /// Listens no more.
        package func stop() async { try? await channel.close() }

        private final class ConnectionCount: Sendable {
            private let count = Atomic<Int>(0)

            func open() -> Int { count.add(1, ordering: .relaxed).newValue }
            func close() { count.subtract(1, ordering: .relaxed) }
        }
    }
#endif
