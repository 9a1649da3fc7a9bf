import NIOCore

/// Reads how a connection begins, sets it up accordingly, and hands on what it has read.
final class PrefaceHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// What every HTTP/2 connection begins with, and no request of HTTP/1.1.
    private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    /// The connection as it was set up; fails where it ended before that.
    let connection: EventLoopFuture<CleartextChannel.Connection>

    private let promise: EventLoopPromise<CleartextChannel.Connection>
    private let setup: (Bool) -> EventLoopFuture<CleartextChannel.Connection>
    private let patience: TimeAmount
    private var received = ByteBuffer()
    private var isDecided = false
    private var deadline: Scheduled<Void>?

    init(
        on eventLoop: any EventLoop, patience: TimeAmount,
        setup: @escaping (Bool) -> EventLoopFuture<CleartextChannel.Connection>
    ) {
        promise = eventLoop.makePromise()
        connection = promise.futureResult
        self.patience = patience
        self.setup = setup
    }

    func handlerAdded(context: ChannelHandlerContext) {
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: patience) { context.close(promise: nil) }
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
        // Going down, or left: nobody has asked for anything, or will.
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
                // What came while the handlers behind were put in place is theirs, too.
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
