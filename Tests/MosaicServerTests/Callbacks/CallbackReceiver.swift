import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import TestSupport

@testable import MosaicServer

/// A server that receives callbacks on a port of this machine, with scripted responses.
final class CallbackReceiver: Sendable {
    /// How a request is answered.
    enum Answer: Sendable {
        case status(HTTPResponse.Status)
        /// Sends the client to another path of this server.
        case redirect
        /// Answers when the receiver ends.
        case hang
    }

    struct Received: Sendable {
        let path: String
        let fields: HTTPFields
        let body: [UInt8]
    }

    private struct State {
        var answers: [Answer]
        var received: [Received] = []
    }

    private let state: Mutex<State>

    /// - Parameter answers: One for each request; the last one for all later ones.
    init(_ answers: [Answer] = [.status(.noContent)]) { state = Mutex(State(answers: answers)) }

    var received: [Received] { state.withLock(\.received) }

    /// Waits until `count` requests have arrived; false after a minute.
    func comes(_ count: Int) async throws -> Bool { try await eventually { received.count >= count } }

    /// Receives requests while `test` runs with the port as its argument.
    func run<Value: Sendable>(_ test: @Sendable (Int) async throws -> Value) async throws -> Value {
        let router = Router()
        router.post("/**") { request, _ -> Response in
            let body = try await request.body.collect(upTo: 1 << 20)
            let answer = self.state.withLock { state in
                state.received.append(
                    Received(path: request.uri.path, fields: request.headers, body: Array(body.readableBytesView)))
                return state.answers.count > 1 ? state.answers.removeFirst() : state.answers[0]
            }
            switch answer {
            case .status(let status): return Response(status: status)
            case .redirect: return Response(status: .temporaryRedirect, headers: [.location: "/elsewhere"])
            case .hang:
                try await Task.sleep(for: .seconds(3_600))
                return Response(status: .ok)
            }
        }
        let (ports, source) = AsyncStream.makeStream(of: Int.self)
        // A plain server ends the process if it stops while it accepts a connection.
        let protocols = try ServerSettings().protocols(
            inFlight: InFlightBudget(capacity: 1 << 20), log: RequestLog(.silent))
        let application = Application(
            router: router, server: protocols,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { source.yield($0.localAddress?.port ?? 0) }, logger: .silent)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { source.finish() }
                try await application.run()
            }
            guard let port = await ports.first(where: { _ in true }) else { throw ServedLibrary.Missing() }
            let value = try await test(port)
            group.cancelAll()
            return value
        }
    }
}
