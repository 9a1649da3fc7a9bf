import NIOCore
import NIOHTTPTypes

/// The same as ``ConnectionDrain`` for one stream of HTTP/2: its client may read everything else of the connection and
/// still take nothing of this one.
///
/// See [RFC 9113, section 5.2](https://www.rfc-editor.org/rfc/rfc9113#section-5.2).
final class StreamDrain: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// A longer body is written piece by piece, for only whole pieces are known to be taken.
    private static let pieceLength = 64 << 10

    private let patience: TimeAmount
    /// Pieces that the client has not taken.
    private var waiting = 0
    private var lastTaken = NIODeadline.now()
    private var check: Scheduled<Void>?
    private var closing: EventLoopPromise<Void>?

    /// - Parameter patience: How long a client may take nothing.
    init(patience: TimeAmount) { self.patience = patience }

    func handlerRemoved(context: ChannelHandlerContext) { check?.cancel() }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if waiting == 0 { lastTaken = .now() }
        var part = unwrapOutboundIn(data)
        if case .body(var body) = part {
            while body.readableBytes > Self.pieceLength, let piece = body.readSlice(length: Self.pieceLength) {
                write(.body(piece), context, promise: context.eventLoop.makePromise())
            }
            part = .body(body)
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
        check = context.eventLoop.assumeIsolated().scheduleTask(deadline: lastTaken + patience) { [self] in
            check = nil
            guard waiting > 0 else { return }
            guard NIODeadline.now() < lastTaken + patience else { return context.close(mode: .all, promise: nil) }
            watch(context)
        }
    }
}
