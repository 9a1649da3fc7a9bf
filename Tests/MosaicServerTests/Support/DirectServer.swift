import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded

@testable import MosaicServer

/// A server that receives requests without a client's checks.
struct DirectServer: Sendable {
    struct Answer: Sendable {
        let status: HTTPResponse.Status
        let fields: HTTPFields
        let body: [UInt8]
    }

    private let responder: any HTTPResponder<ServerContext>
    let paths = KnownPaths()

    /// The routes that `add` puts behind everything that happens to each request.
    init(_ settings: ServerSettings = ServerSettings(), add: (Routes) -> Void) throws {
        let rules = try ServerRules(settings)
        let router = serverRouter(rules, paths, inFlight: InFlightBudget(capacity: 1 << 20), logger: .silent)
        add(Routes(router: router, paths: paths, rule: rules.access, prefix: settings.pathPrefix))
        responder = router.buildResponder()
    }

    func answer(
        _ method: HTTPRequest.Method, _ path: String, _ fields: HTTPFields = [:], host: String? = "localhost"
    ) async throws -> Answer {
        let source = ApplicationRequestContextSource(channel: NIOAsyncTestingChannel(), logger: .silent)
        let head = HTTPRequest(method: method, scheme: "http", authority: host, path: path, headerFields: fields)
        let response = try await responder.respond(
            to: Request(head: head, body: RequestBody(buffer: ByteBuffer())), context: ServerContext(source: source))
        let writer = Collected()
        try await response.body.write(writer)
        return Answer(status: response.status, fields: response.headers, body: writer.bytes)
    }

    private final class Collected: ResponseBodyWriter, @unchecked Sendable {
        var bytes: [UInt8] = []
        func write(_ buffer: ByteBuffer) async throws { bytes += buffer.readableBytesView }
        func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }
}
