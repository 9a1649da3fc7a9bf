import HTTPTypes
import NIOCore
import NIOHTTP1

/// Answers requests of one connection with ``HotAnswers`` on the event loop, and passes all others on before any of
/// their answer is written.
///
/// The connection's idle time is measured here, because later handlers do not see all requests.
final class HotAnswersHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let answers: HotAnswers
    private let idleTimeout: TimeAmount
    /// The context after the response encoder; hot answers are encoded already.
    private var wire: ChannelHandlerContext?
    /// The last `Host` that was allowed.
    private var allowedHost: String?
    /// The answer to the request that is being read.
    private var answer: HotAnswers.Answer?
    /// Requests at the router without an answer. While there are any, later requests have to follow them.
    private var waiting = 0
    /// Whether a request that was passed on is incomplete.
    private var isReading = false
    /// Whether the connection is closing, so that no more requests are answered here.
    private var isEnding = false
    /// Whether the last answer of the connection is being written.
    private var isLast = false
    private var needsFlush = false
    /// Permits for the body of ``answer``.
    private var reserved = 0
    /// Permits of written bodies that the socket may not have taken yet.
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
            // A client that does not read its answers is left to the router, which stops reading its requests.
            if waiting == 0, !isEnding, context.channel.isWritable,
                let answer = answers.answer(to: head, allowedHost: &allowedHost), reserve(answer)
            {
                self.answer = answer
                return
            }
            // Later requests are not answered, so that nothing has to wait for them.
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

    /// Takes permits for an answer's body; where none are free, the router waits for them.
    private func reserve(_ answer: HotAnswers.Answer) -> Bool {
        let bytes = answer.body?.readableBytes ?? 0
        guard bytes == 0 || answers.inFlight.takeAtOnce(bytes) else { return false }
        reserved = bytes
        return true
    }

    /// Returns permits when the socket has taken the bytes.
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

    /// Bodies up to this length are written in one piece with their heads.
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
        // The router answers with the error, and closes the connection.
        isEnding = true
        context.fireErrorCaught(error)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is ChannelShouldQuiesceEvent else { return context.fireUserInboundEventTriggered(event) }
        isEnding = true
        // Later handlers close a connection without requests at once; hot answers have to be sent first.
        let sent = context.eventLoop.makePromise(of: Void.self)
        wire?.writeAndFlush(NIOAny(IOData.byteBuffer(ByteBuffer())), promise: sent)
        sent.futureResult.assumeIsolated().whenSuccess { context.fireUserInboundEventTriggered(event) }
    }

    private func checkIdle(_ context: ChannelHandlerContext, at time: NIODeadline) {
        idleCheck = context.eventLoop.assumeIsolated().scheduleTask(deadline: time) { [self] in
            let now = NIODeadline.now()
            // The router is preparing an answer, or the client is reading one, whose pace is checked elsewhere.
            let isBusy = waiting > 0 && !isReading || unsent(context) > 0
            if !isBusy, now >= lastSign + idleTimeout { return context.close(promise: nil) }
            checkIdle(context, at: isBusy ? now + idleTimeout : lastSign + idleTimeout)
        }
    }

    private func unsent(_ context: ChannelHandlerContext) -> Int {
        (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }
}
