import NIOCore
import NIOHTTP1

/// Counts the requests of a connection that were passed on to the router, behind the decoder, for ``HotAnswersHandler``
/// in front of it.
final class PassedRequests: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// Requests without an answer. While there are any, later requests have to follow them.
    private(set) var waiting = 0
    /// Whether a request is incomplete behind its head.
    private(set) var isReading = false
    /// Whether the connection is closing, so that only the router answers.
    var isEnding = false
    /// Time at which a part of a request was last read, or a response completed; a part of a head does not count.
    var lastSign = NIODeadline.now()
    /// Whether the last answer of the connection is being written.
    private var isLast = false

    /// Whether every request is complete and answered, as far as it is known from its head on.
    var areAnswered: Bool { waiting == 0 && !isReading && !isEnding }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        lastSign = .now()
        switch unwrapInboundIn(data) {
        case .head:
            // Later requests are not answered, so that nothing has to wait for them.
            guard !isLast else { return }
            waiting += 1
            isReading = true
        case .body: break
        case .end: isReading = false
        }
        context.fireChannelRead(data)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The router answers with the error, and closes the connection.
        isEnding = true
        context.fireErrorCaught(error)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head):
            isLast = isLast || head.headers[canonicalForm: "Connection"].contains("close")
            isEnding = isEnding || isLast
        case .body: break
        case .end:
            waiting = isLast ? 0 : max(0, waiting - 1)
            lastSign = .now()
        }
        context.write(data, promise: promise)
    }
}
