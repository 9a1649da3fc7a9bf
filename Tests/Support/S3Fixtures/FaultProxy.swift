import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// Passes bytes between a client and a server on loopback, and spoils some of the answers.
package final class FaultProxy: Sendable {
    /// What happens to one request or its answer.
    package enum Fault: Sendable {
        /// The request arrives late.
        case delay(Duration)
        /// The connection closes after so many bytes of the answer's body.
        case cut(after: Int)
        /// A bit of a byte of the answer's body is another one.
        case corrupt(at: Int)
        /// The connection is reset before the answer.
        case reset
        /// The server is not asked; the proxy answers.
        case answer(S3Reply)
    }

    /// Decides about the request of a number, counted from 0 over all connections.
    package typealias Decision = @Sendable (Int) -> Fault?

    final class State: Sendable {
        private let state = Mutex<(count: Int, decision: Decision)>((0, { _ in nil }))

        var count: Int { state.withLock(\.count) }

        func next() -> Fault? {
            let (number, decision) = state.withLock { state in
                state.count += 1
                return (state.count - 1, state.decision)
            }
            return decision(number)
        }

        func set(_ decision: @escaping Decision) { state.withLock { $0 = (0, decision) } }
    }

    /// The address that clients use.
    package let url: String
    private let state: State
    private let channel: any Channel
    private let group: MultiThreadedEventLoopGroup

    /// Starts a proxy before a server of this machine, which ends with its last reference.
    package static func start(before server: String) async throws -> FaultProxy {
        let port = URLComponents(string: server)?.port ?? 80
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let state = State()
        let channel = try await ServerBootstrap(group: group)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            // Nothing is read before the server is connected.
            .childChannelOption(.autoRead, value: false)
            .childChannelInitializer { front in
                ClientBootstrap(group: front.eventLoop)
                    .channelInitializer { back in
                        front.eventLoop.makeCompletedFuture {
                            let relay = FaultRelay(front: front, back: back, state: state)
                            try front.pipeline.syncOperations.addHandler(FaultRelay.Front(relay))
                            try back.pipeline.syncOperations.addHandler(FaultRelay.Back(relay))
                        }
                    }
                    .connect(host: "127.0.0.1", port: port)
                    .flatMap { _ in front.setOption(.autoRead, value: true) }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        return FaultProxy(state, channel, group)
    }

    private init(_ state: State, _ channel: any Channel, _ group: MultiThreadedEventLoopGroup) {
        self.state = state
        self.channel = channel
        self.group = group
        url = "http://127.0.0.1:\(channel.localAddress?.port ?? 0)"
    }

    deinit { group.shutdownGracefully { _ in } }

    /// Requests since the last decision was set.
    package var requests: Int { state.count }

    /// Decides from the next request on, whose number is 0.
    package func spoil(_ decision: @escaping Decision) { state.set(decision) }
}
