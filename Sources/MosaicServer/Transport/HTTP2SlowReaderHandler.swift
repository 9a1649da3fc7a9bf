import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Closes an HTTP/2 stream whose client does not read its response, as ``SlowReaderHandler`` does for a connection: the
/// client may read only other streams. Also closes a stream if a long body continues after its response.
///
/// See [RFC 9113, sections 5.2 and 8.1](https://www.rfc-editor.org/rfc/rfc9113#section-5.2).
final class HTTP2SlowReaderHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let timeout: TimeAmount
    /// Maximum length of a written piece in bytes. Longer bodies are split, because only whole pieces are reported as
    /// sent.
    private let pieceLength: Int
    /// Number of requests that have begun and whose responses are incomplete.
    private var open = 0
    /// Number of bytes of a body that arrived after its response.
    private var unwanted = 0
    /// Whether all further bytes are ignored.
    private var isDone = false
    /// Number of pieces that the client has not read.
    private var waiting = 0
    private var lastTaken = NIODeadline.now()
    private var check: Scheduled<Void>?
    private var closing: EventLoopPromise<Void>?

    /// - Parameters:
    ///   - timeout: Maximum time in which a client reads no piece.
    ///   - slowest: Minimum rate at which a client has to read, in bytes a second, 0 or more. It determines the length
    ///     of the pieces.
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
        // Every error of HTTP/2 means that the stream was ended by the client or because of it.
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

/// Closes an HTTP/2 connection that has had no open stream for some time.
///
/// The server sends GOAWAY before. This handler also covers clients that ignore GOAWAY, and clients that never complete
/// the header fields of a request. Other handlers check the streams.
///
/// See [RFC 9113, section 9.1](https://www.rfc-editor.org/rfc/rfc9113#section-9.1).
final class HTTP2IdleTimeoutHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer

    private let timeout: TimeAmount
    /// Number of open streams.
    private var open = 0
    /// Last known time of an open stream.
    private var lastOpen = NIODeadline.now()
    private var check: Scheduled<Void>?

    /// - Parameter timeout: Maximum time of a connection without an open stream.
    init(timeout: TimeAmount) { self.timeout = timeout }

    func handlerAdded(context: ChannelHandlerContext) {
        lastOpen = .now()
        watch(context)
    }

    func handlerRemoved(context: ChannelHandlerContext) { check?.cancel() }

    /// Counts a stream that begins, until it closes.
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
