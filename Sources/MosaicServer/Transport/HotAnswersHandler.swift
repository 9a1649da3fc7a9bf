import NIOCore
import NIOHTTP1

/// Serves the requests of one connection from memory with ``HotAnswers``, on the event loop, and passes all other
/// requests on to the decoder.
///
/// This handler also measures the connection's idle time, because later handlers do not receive all requests.
final class HotAnswersHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = IOData

    private let answers: HotAnswers
    private let passed: PassedRequests
    private let drain: SlowReaderHandler
    private let idleTimeout: TimeAmount
    /// The last allowed value of `Host`.
    private var allowedHost: [UInt8] = []
    /// Whether the decoder is between two requests.
    private var isBetweenRequests = true
    /// Whether bytes were passed on since the last complete read of the socket.
    private var hasPassed = false
    private var needsFlush = false
    /// Number of permits for written bytes that the socket may not have accepted yet.
    private var sent = 0
    private var idleCheck: Scheduled<Void>?

    /// - Parameters:
    ///   - passed: Counts the requests that the decoder passes on.
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
        // While a client does not read its responses, its requests go to the router, which stops reading them.
        while isBetweenRequests, passed.areAnswered, context.channel.isWritable, answer(&bytes, context) {
            if bytes.readableBytes == 0 { return }
        }
        // The decoder reads all bytes at once. If they end with an empty line, the decoder is not inside the head of a
        // request. `passed` records whether it is inside a body.
        let end = bytes.getInteger(at: bytes.writerIndex - 4, as: UInt32.self)
        isBetweenRequests = bytes.readableBytes >= 4 && end == Self.emptyLine
        hasPassed = true
        context.fireChannelRead(wrapInboundOut(bytes))
    }

    /// A line end and an empty line.
    private static let emptyLine: UInt32 = 0x0D0A_0D0A

    /// Serves the request at the beginning of `bytes` and removes it; returns `false` if the request must be passed on.
    private func answer(_ bytes: inout ByteBuffer, _ context: ChannelHandlerContext) -> Bool {
        guard let request = PlainRequest(bytes.readableBytesUInt8Span, longest: answers.longestRequest),
            let answer = answers.answer(to: request, in: bytes, allowedHost: &allowedHost)
        else { return false }
        // If no permits are free, the router waits for them.
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

    /// Maximum length in bytes of a body that is written in one piece with its head.
    private static let copiedBytes = 16 << 10
    /// Approximate length of a head in bytes.
    private static let headBytes = 640

    func channelReadComplete(context: ChannelHandlerContext) {
        let isAnswered = needsFlush && !hasPassed
        if needsFlush {
            needsFlush = false
            context.flush()
            settle(context)
        }
        hasPassed = false
        // If no bytes were passed on, later handlers have nothing to read.
        if !isAnswered { context.fireChannelReadComplete() }
    }

    /// Returns the permits when the socket has accepted the bytes.
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

    // MARK: Shutdown and idle timeout

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is ChannelShouldQuiesceEvent else { return context.fireUserInboundEventTriggered(event) }
        passed.isEnding = true
        // Later handlers would close a connection without requests at once. The responses of this handler have to be
        // sent first.
        let sent = context.eventLoop.makePromise(of: Void.self)
        context.writeAndFlush(wrapOutboundOut(.byteBuffer(ByteBuffer())), promise: sent)
        sent.futureResult.assumeIsolated().whenSuccess { context.fireUserInboundEventTriggered(event) }
    }

    private func checkIdle(_ context: ChannelHandlerContext, at time: NIODeadline) {
        idleCheck = context.eventLoop.assumeIsolated().scheduleTask(deadline: time) { [self] in
            let now = NIODeadline.now()
            // The router is creating a response, or the client is reading one, which `drain` checks.
            let isBusy = passed.waiting > 0 && !passed.isReading || drain.unsent > 0
            if !isBusy, now >= passed.lastSign + idleTimeout { return context.close(promise: nil) }
            checkIdle(context, at: isBusy ? now + idleTimeout : passed.lastSign + idleTimeout)
        }
    }
}

/// Counts the requests of a connection that the decoder passes on to the router, for ``HotAnswersHandler`` before the
/// decoder.
final class PassedRequests: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// Number of requests without a complete response. Later requests must wait for them.
    private(set) var waiting = 0
    /// Whether the head of a request was read, but not its end.
    private(set) var isReading = false
    /// Whether the connection is closing, so that only the router responds.
    var isEnding = false
    /// Time at which a part of a request was last read, or a response was completed. A part of a head does not count.
    var lastSign = NIODeadline.now()
    /// Whether the last response of the connection is being written.
    private var isLast = false

    /// Whether all requests whose heads were read are complete and have their responses.
    var areAnswered: Bool { waiting == 0 && !isReading && !isEnding }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        lastSign = .now()
        switch unwrapInboundIn(data) {
        case .head:
            // Later requests get no response, so that nothing waits for them.
            guard !isLast else { return }
            waiting += 1
            isReading = true
        case .body: break
        case .end: isReading = false
        }
        context.fireChannelRead(data)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The router responds with the error, and closes the connection.
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
