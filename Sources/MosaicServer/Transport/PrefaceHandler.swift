import NIOCore

/// Reads the beginning of a connection, configures the pipeline for its protocol, and passes the bytes on.
final class PrefaceHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// The beginning of every HTTP/2 connection, not a request of HTTP/1.1.
    private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    /// The configured connection; fails where it closes before that.
    let connection: EventLoopFuture<CleartextChannel.Connection>

    private let promise: EventLoopPromise<CleartextChannel.Connection>
    private let setup: (Bool) -> EventLoopFuture<CleartextChannel.Connection>
    private let timeout: TimeAmount
    private var received = ByteBuffer()
    private var isDecided = false
    private var deadline: Scheduled<Void>?

    init(
        on eventLoop: any EventLoop, timeout: TimeAmount,
        setup: @escaping (Bool) -> EventLoopFuture<CleartextChannel.Connection>
    ) {
        promise = eventLoop.makePromise()
        connection = promise.futureResult
        self.timeout = timeout
        self.setup = setup
    }

    func handlerAdded(context: ChannelHandlerContext) {
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: timeout) { context.close(promise: nil) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        deadline?.cancel()
        promise.fail(ChannelError.eof)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        received.writeImmutableBuffer(unwrapInboundIn(data))
        guard !isDecided else { return }
        let beginning = received.readableBytesView.prefix(Self.preface.count)
        guard Self.preface.starts(with: beginning) else { return decide(isHTTP2: false, context) }
        if beginning.count == Self.preface.count { decide(isHTTP2: true, context) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        promise.fail(ChannelError.eof)
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // The server is stopping, or the client has closed: there is no request and will be none.
        if !isDecided, event is ChannelShouldQuiesceEvent || event as? ChannelEvent == .inputClosed {
            return context.close(promise: nil)
        }
        context.fireUserInboundEventTriggered(event)
    }

    private func decide(isHTTP2: Bool, _ context: ChannelHandlerContext) {
        isDecided = true
        deadline?.cancel()
        setup(isHTTP2).assumeIsolated().whenComplete { result in
            switch result {
            case .success(let connection):
                self.promise.succeed(connection)
                // Bytes that arrived while the pipeline was configured belong to the later handlers, too.
                context.fireChannelRead(self.wrapInboundOut(self.received))
                context.fireChannelReadComplete()
                context.pipeline.syncOperations.removeHandler(self, promise: nil)
            case .failure(let error):
                self.promise.fail(error)
                context.close(promise: nil)
            }
        }
    }
}
