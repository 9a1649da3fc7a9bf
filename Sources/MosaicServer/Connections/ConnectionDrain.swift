import NIOCore

/// Sees to it that a client takes what it asked for: ends a connection whose client takes nothing any more, or so little
/// that it only means to keep it open, and keeps one that is to be closed until everything that was written is on its
/// way.
///
/// It stands next to the network, in front of everything that knows of requests: so it holds for all of them, whoever
/// answers, and with TLS as without.
final class ConnectionDrain: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    /// Bytes that were given to the channel.
    private var written = 0
    private var pace: TakingPace
    private var check: Scheduled<Void>?
    private var isClosing = false

    /// - Parameters:
    ///   - patience: How long a client may take less than it should; it is found out within twice the time.
    ///   - slowest: Bytes that have to be taken in a second on average, 0 or more; nothing at all is always too little.
    init(patience: TimeAmount, slowest: Int) { pace = TakingPace(patience: patience, slowest: slowest) }

    func handlerRemoved(context: ChannelHandlerContext) { check?.cancel() }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        // What was not there yet could not be taken.
        if unsent(context) == 0 { pace.begin(at: written, now: .now()) }
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

    /// The server's time to finish what was begun is over: the connection closes whatever was not taken.
    struct Ending: Sendable {}

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is Ending else { return context.triggerUserOutboundEvent(event, promise: promise) }
        isClosing = true
        context.close(mode: .all, promise: promise)
    }

    private func watch(_ context: ChannelHandlerContext) {
        check = context.eventLoop.assumeIsolated().scheduleTask(deadline: pace.deadline) { [self] in
            check = nil
            let unsent = unsent(context)
            guard unsent > 0 else { return }
            guard pace.isEnough(written &- unsent, now: .now()) else { return context.close(mode: .all, promise: nil) }
            watch(context)
        }
    }

    private func unsent(_ context: ChannelHandlerContext) -> Int {
        (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }
}

extension Channel {
    /// Answers what a connection asks for; closes it at once when the task is cancelled.
    func endingWithTask(_ answer: () async -> Void) async {
        await withTaskCancellationHandler {
            await answer()
        } onCancel: {
            triggerUserOutboundEvent(ConnectionDrain.Ending(), promise: nil)
        }
    }
}
