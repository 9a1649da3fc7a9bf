import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// Passes bytes between a client and a server on loopback, and spoils some of the answers.
package final class FaultProxy: Sendable {
    /// A fault of one request or its response.
    package enum Fault: Sendable {
        /// The request arrives late.
        case delay(Duration)
        /// The connection closes after some bytes of the response's body.
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
    package var url: String { listener.url }
    private let state: State
    private let listener: LoopbackListener

    /// Starts a proxy before a server of this machine, which ends with its last reference.
    package static func start(before server: String) async throws -> FaultProxy {
        let port = URLComponents(string: server)?.port ?? 80
        let state = State()
        // Nothing is read before the server is connected.
        let listener = try await LoopbackListener.start(readsAtOnce: false) { front in
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
        return FaultProxy(state, listener)
    }

    private init(_ state: State, _ listener: LoopbackListener) {
        self.state = state
        self.listener = listener
    }

    /// Requests since the last decision was set.
    package var requests: Int { state.count }

    /// Decides from the next request on, whose number is 0.
    package func spoil(_ decision: @escaping Decision) { state.set(decision) }
}
