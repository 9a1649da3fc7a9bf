import NIOCore
import NIOHTTPTypes

/// Closes a connection whose client does not read its answers, or reads them too slowly, and delays closing a
/// connection until everything written is sent.
///
/// It is next to the socket, so that it covers all answers, with and without TLS.
final class SlowReaderHandler: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    /// Bytes that were given to the channel.
    private var written = 0
    /// Whether the socket had not taken everything when it was last asked, or more was written since.
    private(set) var hasUnsent = false
    private var pace: DrainRate
    private var check: Scheduled<Void>?
    private var isClosing = false
    private var options: (any NIOSynchronousChannelOptions)?

    /// - Parameters:
    ///   - timeout: How long a client may read too slowly; detected within twice the time.
    ///   - slowest: Bytes a second that a client has to read on average, 0 or more; reading nothing is always too slow.
    init(timeout: TimeAmount, slowest: Int) { pace = DrainRate(timeout: timeout, slowest: slowest) }

    func handlerAdded(context: ChannelHandlerContext) { options = context.channel.syncOptions }

    func handlerRemoved(context: ChannelHandlerContext) {
        check?.cancel()
        options = nil
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        // Bytes count only from when they were written.
        if !hasUnsent || unsent == 0 { pace.begin(at: written, now: .now()) }
        hasUnsent = true
        written &+= unwrapOutboundIn(data).readableBytes
        context.write(data, promise: promise)
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        // Usually the system takes all bytes at once; then no check is needed.
        hasUnsent = unsent > 0
        if hasUnsent, check == nil { watch(context) }
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard mode == .all, !isClosing, unsent > 0 else { return context.close(mode: mode, promise: promise) }
        isClosing = true
        let sent = context.eventLoop.makePromise(of: Void.self)
        sent.futureResult.assumeIsolated().whenComplete { _ in context.close(mode: mode, promise: promise) }
        context.writeAndFlush(wrapOutboundOut(.byteBuffer(ByteBuffer())), promise: sent)
        if check == nil { watch(context) }
    }

    /// The grace period is over: the connection closes, sent or not.
    struct Ending: Sendable {}

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is Ending else { return context.triggerUserOutboundEvent(event, promise: promise) }
        isClosing = true
        context.close(mode: .all, promise: promise)
    }

    private func watch(_ context: ChannelHandlerContext) {
        check = context.eventLoop.assumeIsolated().scheduleTask(deadline: pace.deadline) { [self] in
            check = nil
            let unsent = self.unsent
            guard unsent > 0 else { return }
            guard pace.isEnough(written &- unsent, now: .now()) else { return context.close(mode: .all, promise: nil) }
            watch(context)
        }
    }

    /// Bytes that the socket has not taken.
    var unsent: Int { (try? options?.getOption(.bufferedWritableBytes)) ?? 0 }
}

extension Channel {
    /// Answers the requests of a connection; closes it at once when the task is cancelled.
    func endingWithTask(_ answer: () async -> Void) async {
        await withTaskCancellationHandler {
            await answer()
        } onCancel: {
            triggerUserOutboundEvent(SlowReaderHandler.Ending(), promise: nil)
        }
    }
}

/// How fast a client reads while there are unsent bytes.
struct DrainRate {
    /// Bytes that a client has to read between two checks, 1 or more.
    private let needed: Int
    private let timeout: TimeAmount
    private var taken = 0
    private var since = NIODeadline.distantPast

    /// - Parameters:
    ///   - timeout: How long a client may read too slowly; detected within twice the time.
    ///   - slowest: Bytes a second that a client has to read on average, 0 or more; reading nothing is always too slow.
    init(timeout: TimeAmount, slowest: Int) {
        self.timeout = timeout
        let bytes = Double(slowest) * Double(timeout.nanoseconds) / 1_000_000_000
        needed = max(1, Int(exactly: bytes.rounded(.down)) ?? .max)
    }

    /// When there is something to be seen next.
    var deadline: NIODeadline { since + timeout }

    /// Restarts for a client that has read everything.
    ///
    /// - Parameter taken: Bytes that it has read until now.
    mutating func begin(at taken: Int, now: NIODeadline) { (self.taken, since) = (taken, now) }

    /// Whether a client has read enough since the last time that it had.
    mutating func isEnough(_ taken: Int, now: NIODeadline) -> Bool {
        guard now >= deadline else { return true }
        guard taken &- self.taken >= needed else { return false }
        begin(at: taken, now: now)
        return true
    }
}

/// Closes a connection, or a stream of HTTP/2, whose client sends a body too slowly.
///
/// Only time in which the client could have sent counts: not while the server is busy with earlier parts.
final class SlowBodyHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let timeout: TimeAmount
    private let slowest: Int
    private var bytes = 0
    /// Nanoseconds that the body was waited for.
    private var waited: Int64 = 0
    /// When the server began to wait; nil while it does not read.
    private var waiting: NIODeadline?
    private var check: Scheduled<Void>?

    /// - Parameters:
    ///   - timeout: The time before the pace is checked.
    ///   - slowest: Bytes a second that a client has to send on average, 0 or more.
    init(timeout: TimeAmount, slowest: Int) {
        self.timeout = timeout
        self.slowest = slowest
    }

    func handlerRemoved(context: ChannelHandlerContext) { check?.cancel() }

    func read(context: ChannelHandlerContext) {
        if waiting == nil { waiting = .now() }
        context.read()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if let begin = waiting {
            waited += (.now() - begin).nanoseconds
            waiting = nil
        }
        switch unwrapInboundIn(data) {
        case .head: (bytes, waited) = (0, 0)
        case .body(let body):
            bytes += body.readableBytes
            // Before the first part the idle time counts.
            if check == nil { watch(context) }
        case .end:
            check?.cancel()
            check = nil
        }
        context.fireChannelRead(data)
    }

    private func watch(_ context: ChannelHandlerContext) {
        check = context.eventLoop.assumeIsolated().scheduleTask(in: timeout) { [self] in
            let time = waited + (waiting.map { (.now() - $0).nanoseconds } ?? 0)
            let needed = Double(slowest) * Double(time) / 1_000_000_000
            guard time < timeout.nanoseconds || Double(bytes) >= needed else { return context.close(promise: nil) }
            watch(context)
        }
    }
}
