import NIOCore

/// Closes a TLS connection whose first request does not come in time.
final class HandshakeDeadline: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let patience: TimeAmount
    private var end: Scheduled<Void>?

    /// - Parameter patience: The time for the handshake and the first byte of a request.
    init(patience: TimeAmount) { self.patience = patience }

    func handlerAdded(context: ChannelHandlerContext) {
        end = context.eventLoop.assumeIsolated().scheduleTask(in: patience) { context.close(promise: nil) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { end?.cancel() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        context.fireChannelRead(data)
        context.pipeline.syncOperations.removeHandler(self, promise: nil)
    }
}
