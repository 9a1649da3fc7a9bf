import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1

/// Closes a connection if another server could split its bytes into other requests (request smuggling), if a long body
/// continues after its response, or if the client announced its last request. Sends `100 Continue` if a client waits
/// for it.
///
/// See [RFC 9112, sections 3.2, 6.3 and 9.3](https://www.rfc-editor.org/rfc/rfc9112#section-6.3), and
/// [RFC 9110, section 10.1.1](https://www.rfc-editor.org/rfc/rfc9110#section-10.1.1).
final class FramingHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// Maximum number of bytes of a body that are read after its response. A client that has already sent these bytes
    /// can read the response and reuse the connection.
    static let unwantedLimit = 1 << 20

    private let log: RequestLog

    /// Number of requests that were received at least in part and whose responses are incomplete.
    private var open = 0
    private var unwanted = 0
    /// Whether the last request of the connection was received, at least in part.
    private var isLast = false
    /// Whether all further bytes are ignored.
    private var isDone = false
    /// Whether a request was received in part.
    private var isReading = false
    /// Whether the client waits for `100 Continue`.
    private var isAwaited = false
    /// The response to bytes that are not a valid request; `nil` if there are none.
    private var refusal: UnreadableRequest?

    /// - Parameter log: Logs requests that cannot be parsed.
    init(log: RequestLog) { self.log = log }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isDone else { return }
        var data = data
        switch unwrapInboundIn(data) {
        case .head(var head):
            guard Self.isClear(head) else {
                isDone = true
                // Handled like an invalid request: earlier requests get their responses, later bytes are ignored.
                return errorCaught(context: context, error: HTTPParserError.invalidHeaderToken)
            }
            open += 1
            unwanted = 0
            isReading = true
            isAwaited = head.version == .http1_1 && ExpectContinueMiddleware.isContinue(head.headers["Expect"])
            if Self.isLast(head) {
                isLast = true
                // Normalized for later handlers.
                head.headers.replaceOrAdd(name: "Connection", value: "close")
                data = wrapInboundOut(.head(head))
            }
        case .body(let bytes) where open == 0:
            unwanted += bytes.readableBytes
            guard unwanted <= Self.unwantedLimit else {
                isDone = true
                return context.close(promise: nil)
            }
        case .body: isAwaited = false
        case .end:
            (isReading, isAwaited) = (false, false)
            isDone = isLast
        }
        context.fireChannelRead(data)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if !isReading, let error = error as? HTTPParserError { refusal = UnreadableRequest(error) }
        context.fireErrorCaught(error)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent, open > 0 {
            // The response to the current request gets `Connection: close`.
            isLast = true
            isDone = isDone || !isReading
        }
        context.fireUserInboundEventTriggered(event)
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is ExpectContinueMiddleware.BodyIsRead else {
            return context.triggerUserOutboundEvent(event, promise: promise)
        }
        // With several open requests, the body of the first one is already complete.
        guard isAwaited, open == 1 else {
            promise?.succeed()
            return
        }
        isAwaited = false
        let head = HTTPResponseHead(version: .http1_1, status: .continue)
        context.writeAndFlush(wrapOutboundOut(.head(head)), promise: promise)
    }

    func read(context: ChannelHandlerContext) {
        // After a request for a protocol upgrade, the decoder would only collect the bytes.
        guard !(isDone && isLast) else { return }
        context.read()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head where open == 0:
            guard let refusal else { break }
            self.refusal = nil
            let (head, body) = refusal.answer(log)
            context.write(wrapOutboundOut(.head(head)), promise: promise)
            return context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
        case .head(var head) where isLast && open == 1 && head.status.code >= 200:
            head.headers.replaceOrAdd(name: "Connection", value: "close")
            return context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .head(let head): if open == 1, head.status.code >= 200 { isAwaited = false }
        case .body: break
        case .end: open = max(0, open - 1)
        }
        context.write(data, promise: promise)
    }

    /// Whether the request is the last one of its connection.
    ///
    /// The decoder stops after a request for a protocol upgrade, although the server supports no upgrade.
    private static func isLast(_ head: HTTPRequestHead) -> Bool {
        !head.isKeepAlive || head.headers.contains(name: "Upgrade") || head.method == .CONNECT
    }

    /// Whether every server on the path reads the same host and the same end of the request.
    static func isClear(_ head: HTTPRequestHead) -> Bool {
        let codings = head.headers["Transfer-Encoding"]
        guard codings.isEmpty || (head.version != .http1_0 && codings.map { $0.lowercased() } == ["chunked"]) else {
            return false
        }
        let hosts = head.headers["Host"]
        guard hosts.count == 1 || (hosts.isEmpty && head.version == .http1_0) else { return false }
        guard !head.uri.hasPrefix("/"), head.uri != "*" else { return true }
        let parts = head.uri.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count > 2, ["http:", "https:"].contains(parts[0].lowercased()), parts[1].isEmpty else {
            return false
        }
        return hosts.first?.lowercased() == parts[2].lowercased()
    }
}

/// Detects the protocol of its pipeline. The configuration is the same for connections and streams, so the handler
/// cannot know the protocol before.
///
/// With HTTP/1.1 it installs a framing handler after the decoder, where requests are unchanged. With HTTP/2, whose
/// framing is unambiguous, it reports the stream to the connection.
final class FramingInstaller: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    private let log: RequestLog

    /// - Parameter log: Logs requests that cannot be parsed.
    init(log: RequestLog) { self.log = log }

    func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        if let decoder = try? pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self) {
            do {
                try pipeline.addHandler(FramingHandler(log: log), position: .after(decoder))
            } catch {
                // A connection without the check must not be read.
                context.close(promise: nil)
            }
            // TLS has negotiated HTTP/1.1, which has no streams.
            if let watch = try? pipeline.handler(type: HTTP2IdleTimeoutHandler.self) {
                pipeline.removeHandler(watch, promise: nil)
            }
        } else if let watch = try? context.channel.parent?.pipeline.syncOperations.handler(
            type: HTTP2IdleTimeoutHandler.self)
        {
            watch.begin(context.channel)
        }
        pipeline.removeHandler(self, promise: nil)
    }
}

/// Sends `100 Continue` when a handler reads the body, so that the client need not send the body of a refused request.
///
/// See [RFC 9110, section 10.1.1](https://www.rfc-editor.org/rfc/rfc9110#section-10.1.1).
struct ExpectContinueMiddleware: RouterMiddleware {
    typealias Context = ServerContext

    /// Outbound event: a handler reads the body of a request.
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

    /// Whether the only expectation is `100-continue`.
    static func isContinue(_ fields: [String]) -> Bool {
        !fields.isEmpty && fields.allSatisfy { $0.lowercased() == "100-continue" }
    }
}

/// A body that asks the client to send it when it is read.
private struct AwaitedBody: AsyncSequence, Sendable {
    typealias Element = ByteBuffer

    let body: RequestBody
    let channel: any Channel

    func makeAsyncIterator() -> RequestBody.AsyncIterator {
        channel.triggerUserOutboundEvent(ExpectContinueMiddleware.BodyIsRead(), promise: nil)
        return body.makeAsyncIterator()
    }
}
