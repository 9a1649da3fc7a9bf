import NIOCore

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
