import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// The same as ``SlowReaderHandler`` for one stream of HTTP/2: its client may read other streams and nothing of this one,
/// or continue a body that was answered already.
///
/// See [RFC 9113, sections 5.2 and 8.1](https://www.rfc-editor.org/rfc/rfc9113#section-5.2).
final class HTTP2SlowReaderHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let timeout: TimeAmount
    /// A longer body is written in pieces, because only whole pieces are reported as sent.
    private let pieceLength: Int
    /// Requests that have begun and are not answered completely.
    private var open = 0
    /// Bytes of a body that arrived after its answer.
    private var unwanted = 0
    /// Whether nothing is handed on any more.
    private var isDone = false
    /// Pieces that the client has not taken.
    private var waiting = 0
    private var lastTaken = NIODeadline.now()
    private var check: Scheduled<Void>?
    private var closing: EventLoopPromise<Void>?

    /// - Parameters:
    ///   - timeout: How long a client may read nothing.
    ///   - slowest: Bytes a second that a client which reads without a pause has to read, 0 or more.
    init(timeout: TimeAmount, slowest: Int) {
        self.timeout = timeout
        let bytes = Double(slowest) * Double(timeout.nanoseconds) / 1_000_000_000
        pieceLength = Int(min(max(bytes, 1_024), 65_536))
    }

    func handlerRemoved(context: ChannelHandlerContext) { check?.cancel() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isDone else { return }
        switch unwrapInboundIn(data) {
        case .head: (open, unwanted) = (open + 1, 0)
        case .body(let bytes) where open == 0:
            unwanted += bytes.readableBytes
            guard unwanted <= FramingHandler.unwantedLimit else {
                isDone = true
                return close(context: context, mode: .all, promise: nil)
            }
        case .body, .end: break
        }
        context.fireChannelRead(data)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // In any form of HTTP/2: the stream was ended by the client or because of it.
        context.fireErrorCaught(error is HTTPParserError ? error : ChannelError.eof)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if waiting == 0 { lastTaken = .now() }
        var part = unwrapOutboundIn(data)
        switch part {
        case .head: break
        case .body(var body):
            while body.readableBytes > pieceLength, let piece = body.readSlice(length: pieceLength) {
                write(.body(piece), context, promise: context.eventLoop.makePromise())
            }
            part = .body(body)
        case .end: open = max(0, open - 1)
        }
        write(part, context, promise: promise ?? context.eventLoop.makePromise())
    }

    private func write(
        _ part: HTTPResponsePart, _ context: ChannelHandlerContext, promise: EventLoopPromise<Void>
    ) {
        waiting += 1
        promise.futureResult.assumeIsolated().whenComplete { _ in self.noteTaken(context) }
        context.write(wrapOutboundOut(part), promise: promise)
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        if waiting > 0, check == nil { watch(context) }
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard mode == .all, waiting > 0, closing == nil else { return context.close(mode: mode, promise: promise) }
        closing = promise ?? context.eventLoop.makePromise()
        context.flush()
        if check == nil { watch(context) }
    }

    private func noteTaken(_ context: ChannelHandlerContext) {
        waiting -= 1
        lastTaken = .now()
        guard waiting == 0, let closing else { return }
        self.closing = nil
        context.close(mode: .all, promise: closing)
    }

    private func watch(_ context: ChannelHandlerContext) {
        check = context.eventLoop.assumeIsolated().scheduleTask(deadline: lastTaken + timeout) { [self] in
            check = nil
            guard waiting > 0 else { return }
            guard NIODeadline.now() < lastTaken + timeout else { return context.close(mode: .all, promise: nil) }
            watch(context)
        }
    }
}

/// Closes a connection of HTTP/2 without a request for some time.
///
/// The client gets GOAWAY before; this also covers clients that do not react, and clients that never complete the
/// fields of a request. Streams are checked elsewhere.
///
/// See [RFC 9113, section 9.1](https://www.rfc-editor.org/rfc/rfc9113#section-9.1).
final class HTTP2IdleTimeoutHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer

    private let timeout: TimeAmount
    /// Streams that are open.
    private var open = 0
    /// When a stream was last open, as far as known.
    private var lastOpen = NIODeadline.now()
    private var check: Scheduled<Void>?

    /// - Parameter timeout: How long a connection may have no stream.
    init(timeout: TimeAmount) { self.timeout = timeout }

    func handlerAdded(context: ChannelHandlerContext) {
        lastOpen = .now()
        watch(context)
    }

    func handlerRemoved(context: ChannelHandlerContext) { check?.cancel() }

    /// Takes notice of a stream that begins.
    func begin(_ stream: any Channel) {
        open += 1
        stream.closeFuture.assumeIsolated().whenComplete { _ in
            self.open -= 1
            self.lastOpen = .now()
        }
    }

    private func watch(_ context: ChannelHandlerContext) {
        check = context.eventLoop.assumeIsolated().scheduleTask(deadline: lastOpen + timeout) { [self] in
            if open > 0 { lastOpen = .now() }
            guard NIODeadline.now() < lastOpen + timeout else { return context.close(promise: nil) }
            watch(context)
        }
    }
}
