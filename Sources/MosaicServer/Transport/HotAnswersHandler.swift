import NIOCore
import NIOHTTP1

/// Answers requests of one connection with ``HotAnswers`` on the event loop, as they come from the socket, and passes
/// all others on to the decoder before any of their answer is written.
///
/// The connection's idle time is measured here, because later handlers do not see all requests.
final class HotAnswersHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = IOData

    private let answers: HotAnswers
    private let passed: PassedRequests
    private let drain: SlowReaderHandler
    private let idleTimeout: TimeAmount
    /// The last `Host` that was allowed.
    private var allowedHost: [UInt8] = []
    /// Whether the decoder has read all of a request, and nothing of the next one.
    private var isBetweenRequests = true
    /// Whether anything was passed on since the socket was last read to its end.
    private var hasPassed = false
    private var needsFlush = false
    /// Permits of written bodies that the socket may not have taken yet.
    private var sent = 0
    private var idleCheck: Scheduled<Void>?

    /// - Parameters:
    ///   - passed: Counts the requests after the decoder.
    ///   - drain: The handler next to the socket.
    ///   - idleTimeout: Maximum time without a request.
    init(_ answers: HotAnswers, passed: PassedRequests, drain: SlowReaderHandler, idleTimeout: TimeAmount) {
        self.answers = answers
        self.passed = passed
        self.drain = drain
        self.idleTimeout = idleTimeout
    }

    func handlerAdded(context: ChannelHandlerContext) {
        checkIdle(context, at: passed.lastSign + idleTimeout)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        idleCheck?.cancel()
        giveBack(sent)
        sent = 0
    }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        // A client that does not read its answers is left to the router, which stops reading its requests.
        while isBetweenRequests, passed.areAnswered, context.channel.isWritable, answer(&bytes, context) {
            if bytes.readableBytes == 0 { return }
        }
        // The decoder takes all bytes at once. Where these end with an empty line, it is not within the next request's
        // head; and whether it is within a body, it has told.
        let end = bytes.getInteger(at: bytes.writerIndex - 4, as: UInt32.self)
        isBetweenRequests = bytes.readableBytes >= 4 && end == Self.emptyLine
        hasPassed = true
        context.fireChannelRead(wrapInboundOut(bytes))
    }

    /// A line's end, and an empty line.
    private static let emptyLine: UInt32 = 0x0D0A_0D0A

    /// Answers the request that bytes begin with, and removes it from them; false where it has to be passed on.
    private func answer(_ bytes: inout ByteBuffer, _ context: ChannelHandlerContext) -> Bool {
        guard let request = PlainRequest(bytes.readableBytesUInt8Span, longest: answers.longestRequest),
            let answer = answers.answer(to: request, in: bytes, allowedHost: &allowedHost)
        else { return false }
        // Where no permits are free, the router waits for them.
        let length = answer.body?.readableBytes ?? 0
        guard length == 0 || answers.inFlight.takeAtOnce(length) else { return false }
        sent += length
        passed.lastSign = .now()
        send(answer, to: bytes, context)
        bytes.moveReaderIndex(forwardBy: request.length)
        return true
    }

    private func send(_ answer: HotAnswers.Answer, to request: ByteBuffer, _ context: ChannelHandlerContext) {
        let small = answer.body.flatMap { $0.readableBytes <= Self.copiedBytes ? $0 : nil }
        var buffer = ByteBufferAllocator().buffer(capacity: Self.headBytes + (small?.readableBytes ?? 0))
        answers.write(headOf: answer, to: request, into: &buffer)
        if let small { buffer.writeImmutableBuffer(small) }
        context.write(wrapOutboundOut(.byteBuffer(buffer)), promise: nil)
        if small == nil, let body = answer.body { context.write(wrapOutboundOut(.byteBuffer(body)), promise: nil) }
        needsFlush = true
    }

    /// Bodies up to this length are written in one piece with their heads.
    private static let copiedBytes = 16 << 10
    /// About what a head takes.
    private static let headBytes = 640

    func channelReadComplete(context: ChannelHandlerContext) {
        let isAnswered = needsFlush && !hasPassed
        if needsFlush {
            needsFlush = false
            context.flush()
            settle(context)
        }
        hasPassed = false
        // Later handlers have read nothing.
        if !isAnswered { context.fireChannelReadComplete() }
    }

    /// Returns permits when the socket has taken the bytes.
    private func settle(_ context: ChannelHandlerContext) {
        guard sent > 0 else { return }
        let bytes = sent
        sent = 0
        guard drain.hasUnsent else { return giveBack(bytes) }
        let taken = context.eventLoop.makePromise(of: Void.self)
        taken.futureResult.whenComplete { [inFlight = answers.inFlight] _ in inFlight.giveBack(bytes, of: nil) }
        context.writeAndFlush(wrapOutboundOut(.byteBuffer(ByteBuffer())), promise: taken)
    }

    private func giveBack(_ bytes: Int) {
        if bytes > 0 { answers.inFlight.giveBack(bytes, of: nil) }
    }

    // MARK: The end

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is ChannelShouldQuiesceEvent else { return context.fireUserInboundEventTriggered(event) }
        passed.isEnding = true
        // Later handlers close a connection without requests at once; hot answers have to be sent first.
        let sent = context.eventLoop.makePromise(of: Void.self)
        context.writeAndFlush(wrapOutboundOut(.byteBuffer(ByteBuffer())), promise: sent)
        sent.futureResult.assumeIsolated().whenSuccess { context.fireUserInboundEventTriggered(event) }
    }

    private func checkIdle(_ context: ChannelHandlerContext, at time: NIODeadline) {
        idleCheck = context.eventLoop.assumeIsolated().scheduleTask(deadline: time) { [self] in
            let now = NIODeadline.now()
            // The router is preparing an answer, or the client is reading one, whose pace is checked elsewhere.
            let isBusy = passed.waiting > 0 && !passed.isReading || drain.unsent > 0
            if !isBusy, now >= passed.lastSign + idleTimeout { return context.close(promise: nil) }
            checkIdle(context, at: isBusy ? now + idleTimeout : passed.lastSign + idleTimeout)
        }
    }
}

/// Counts the requests of a connection that were passed on to the router, behind the decoder, for ``HotAnswersHandler``
/// in front of it.
final class PassedRequests: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// Requests without an answer. While there are any, later requests have to follow them.
    private(set) var waiting = 0
    /// Whether a request is incomplete behind its head.
    private(set) var isReading = false
    /// Whether the connection is closing, so that only the router answers.
    var isEnding = false
    /// Time at which a part of a request was last read, or a response completed; a part of a head does not count.
    var lastSign = NIODeadline.now()
    /// Whether the last answer of the connection is being written.
    private var isLast = false

    /// Whether every request is complete and answered, as far as it is known from its head on.
    var areAnswered: Bool { waiting == 0 && !isReading && !isEnding }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        lastSign = .now()
        switch unwrapInboundIn(data) {
        case .head:
            // Later requests are not answered, so that nothing has to wait for them.
            guard !isLast else { return }
            waiting += 1
            isReading = true
        case .body: break
        case .end: isReading = false
        }
        context.fireChannelRead(data)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The router answers with the error, and closes the connection.
        isEnding = true
        context.fireErrorCaught(error)
    }

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
}
