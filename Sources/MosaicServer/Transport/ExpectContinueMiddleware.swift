import HTTPTypes
import Hummingbird
import NIOCore

/// Sends `100 Continue` when the body is read: clients of requests that are refused before do not send it.
///
/// See [RFC 9110, section 10.1.1](https://www.rfc-editor.org/rfc/rfc9110#section-10.1.1).
struct ExpectContinueMiddleware: RouterMiddleware {
    typealias Context = ServerContext

    /// Sent towards the network when the body of a request is read.
    struct BodyIsRead: Sendable {}

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        let expectations = request.headers[values: .expect]
        guard !expectations.isEmpty else { return try await next(request, context) }
        guard Self.isContinue(expectations) else { throw HTTPError(.expectationFailed) }
        var request = request
        request.body = RequestBody(asyncSequence: AwaitedBody(body: request.body, channel: context.channel))
        return try await next(request, context)
    }

    /// Whether the only expectation is an answer before the body.
    static func isContinue(_ fields: [String]) -> Bool {
        !fields.isEmpty && fields.allSatisfy { $0.lowercased() == "100-continue" }
    }
}

/// A body that is requested from the client when it is read.
private struct AwaitedBody: AsyncSequence, Sendable {
    typealias Element = ByteBuffer

    let body: RequestBody
    let channel: any Channel

    func makeAsyncIterator() -> RequestBody.AsyncIterator {
        channel.triggerUserOutboundEvent(ExpectContinueMiddleware.BodyIsRead(), promise: nil)
        return body.makeAsyncIterator()
    }
}
