import HTTPTypes
import NIOCore
import NIOHTTP1

/// Puts ``HotAnswers`` in front of the router of one connection: what they know is answered here, on the event loop, and
/// everything else goes on, before anything of its answer is written.
///
/// The connection's idle time is measured here, because nobody behind sees all requests.
final class HotAnswersHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let answers: HotAnswers
    private let idleTimeout: TimeAmount
    /// Behind the handler that turns answers into bytes; ours are bytes already.
    private var wire: ChannelHandlerContext?
    /// The last `Host` that was allowed.
    private var allowedHost: String?
    /// What the request that is being read is answered with.
    private var answer: HotAnswers.Answer?
    /// Requests that went on and are not answered yet. While there are any, all others have to go behind them.
    private var waiting = 0
    /// Whether a request that went on has not come in whole.
    private var isReading = false
    /// Whether the connection is about to end, so that no more is answered here.
    private var isEnding = false
    /// Whether the answer behind which the connection ends is on its way.
    private var isLast = false
    private var needsFlush = false
    /// Permits for the body of ``answer``.
    private var reserved = 0
    /// Permits for bodies that were written and that the socket may not have taken yet.
    private var sent = 0
    private var lastSign = NIODeadline.now()
    private var idleCheck: Scheduled<Void>?

    init(_ answers: HotAnswers, idleTimeout: TimeAmount) {
        self.answers = answers
        self.idleTimeout = idleTimeout
    }

    func handlerAdded(context: ChannelHandlerContext) {
        wire = try? context.pipeline.syncOperations.context(handlerType: HTTPResponseEncoder.self)
        lastSign = .now()
        checkIdle(context, at: lastSign + idleTimeout)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        idleCheck?.cancel()
        wire = nil
        giveBack(reserved + sent)
        (reserved, sent) = (0, 0)
    }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        lastSign = .now()
        switch unwrapInboundIn(data) {
        case .head(let head):
            // A client that does not read what it asked for is the router's, which stops reading for it.
            if waiting == 0, !isEnding, context.channel.isWritable,
                let answer = answers.answer(to: head, allowedHost: &allowedHost), reserve(answer)
            {
                self.answer = answer
                return
            }
            // Nobody answers what comes now, so nobody has to wait for it.
            guard !isLast else { return }
            waiting += 1
            isReading = true
        case .body: break
        case .end:
            if let answer {
                self.answer = nil
                return send(answer, context)
            }
            isReading = false
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if needsFlush {
            needsFlush = false
            context.flush()
            settle(context)
        }
        context.fireChannelReadComplete()
    }

    /// Takes permits for an answer's body; where there are none, the router waits for them.
    private func reserve(_ answer: HotAnswers.Answer) -> Bool {
        let bytes = answer.body?.readableBytes ?? 0
        guard bytes == 0 || answers.inFlight.takeAtOnce(bytes) else { return false }
        reserved = bytes
        return true
    }

    /// Gives permits back when the socket has taken what was written.
    private func settle(_ context: ChannelHandlerContext) {
        guard sent > 0 else { return }
        let bytes = sent
        sent = 0
        guard unsent(context) > 0, let wire else { return giveBack(bytes) }
        let taken = context.eventLoop.makePromise(of: Void.self)
        taken.futureResult.whenComplete { [inFlight = answers.inFlight] _ in inFlight.giveBack(bytes, of: nil) }
        wire.writeAndFlush(NIOAny(IOData.byteBuffer(ByteBuffer())), promise: taken)
    }

    private func giveBack(_ bytes: Int) {
        if bytes > 0 { answers.inFlight.giveBack(bytes, of: nil) }
    }

    private func send(_ answer: HotAnswers.Answer, _ context: ChannelHandlerContext) {
        guard let wire else { return }
        let small = answer.body.flatMap { $0.readableBytes <= Self.copiedBytes ? $0 : nil }
        var buffer = context.channel.allocator.buffer(capacity: Self.headBytes + (small?.readableBytes ?? 0))
        answers.write(headOf: answer, into: &buffer)
        if var small { buffer.writeBuffer(&small) }
        wire.write(NIOAny(IOData.byteBuffer(buffer)), promise: nil)
        if small == nil, let body = answer.body { wire.write(NIOAny(IOData.byteBuffer(body)), promise: nil) }
        needsFlush = true
        sent += reserved
        reserved = 0
    }

    /// Bodies up to this length go out in one piece with their heads.
    private static let copiedBytes = 16 << 10
    /// About what a head takes.
    private static let headBytes = 640

    // MARK: Answers of the router

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

    // MARK: The end

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The router says what was wrong, and ends the connection.
        isEnding = true
        context.fireErrorCaught(error)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is ChannelShouldQuiesceEvent else { return context.fireUserInboundEventTriggered(event) }
        isEnding = true
        // Behind, a connection without requests is closed at once; what was answered here has to be sent first.
        let sent = context.eventLoop.makePromise(of: Void.self)
        wire?.writeAndFlush(NIOAny(IOData.byteBuffer(ByteBuffer())), promise: sent)
        sent.futureResult.assumeIsolated().whenSuccess { context.fireUserInboundEventTriggered(event) }
    }

    private func checkIdle(_ context: ChannelHandlerContext, at time: NIODeadline) {
        idleCheck = context.eventLoop.assumeIsolated().scheduleTask(deadline: time) { [self] in
            let now = NIODeadline.now()
            // Somebody is thinking about an answer, or the client takes one; how fast is seen to elsewhere.
            let isBusy = waiting > 0 && !isReading || unsent(context) > 0
            if !isBusy, now >= lastSign + idleTimeout { return context.close(promise: nil) }
            checkIdle(context, at: isBusy ? now + idleTimeout : lastSign + idleTimeout)
        }
    }

    private func unsent(_ context: ChannelHandlerContext) -> Int {
        (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }
}
