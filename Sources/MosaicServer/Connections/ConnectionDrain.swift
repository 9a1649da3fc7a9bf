import NIOCore

/// Sees to it that a client takes what it asked for: ends a connection whose client takes nothing any more, and keeps one
/// that is to be closed until everything that was written is on its way.
///
/// It stands next to the network, in front of everything that knows of requests: so it holds for all of them, whoever
/// answers, and with TLS as without.
final class ConnectionDrain: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private let patience: TimeAmount
    /// Bytes that were given to the channel.
    private var written = 0
    /// How many of them the client had taken when that was looked at last; nil where it had taken all.
    private var taken: Int?
    private var check: Scheduled<Void>?
    private var isClosing = false

    /// - Parameter patience: How long a client may take nothing; it is found out within twice the time.
    init(patience: TimeAmount) { self.patience = patience }

    func handlerRemoved(context: ChannelHandlerContext) { check?.cancel() }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        written &+= unwrapOutboundIn(data).readableBytes
        context.write(data, promise: promise)
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        // Most of the time the system takes all of it at once: that is not worth a look each time.
        if check == nil { watch(context) }
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard mode == .all, !isClosing, unsent(context) > 0 else { return context.close(mode: mode, promise: promise) }
        isClosing = true
        let sent = context.eventLoop.makePromise(of: Void.self)
        sent.futureResult.assumeIsolated().whenComplete { _ in context.close(mode: mode, promise: promise) }
        context.writeAndFlush(wrapOutboundOut(.byteBuffer(ByteBuffer())), promise: sent)
        if check == nil { watch(context) }
    }

    private func watch(_ context: ChannelHandlerContext) {
        check = context.eventLoop.assumeIsolated().scheduleTask(in: patience) { [self] in
            check = nil
            let unsent = unsent(context)
            guard unsent > 0 else { return taken = nil }
            let before = taken
            taken = written &- unsent
            guard taken != before else { return context.close(mode: .all, promise: nil) }
            watch(context)
        }
    }

    private func unsent(_ context: ChannelHandlerContext) -> Int {
        (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }
}
