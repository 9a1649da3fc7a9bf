import NIOCore
import NIOHTTPTypes

/// Closes a connection whose client does not read its responses or reads them too slowly. Delays closing a connection
/// until all written bytes are sent.
///
/// The handler is next to the socket, so that it covers all responses, with and without TLS.
final class SlowReaderHandler: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    /// Number of bytes written to the channel.
    private var written = 0
    /// Whether the socket had not accepted all bytes at the last check, or more bytes were written since.
    private(set) var hasUnsent = false
    private var pace: DrainRate
    private var check: Scheduled<Void>?
    private var isClosing = false
    private var options: (any NIOSynchronousChannelOptions)?

    /// - Parameters:
    ///   - timeout: Maximum time in which a client reads too slowly. A slow client is detected within twice this time.
    ///   - slowest: Minimum average rate at which a client has to read, in bytes a second, 0 or more. Reading nothing
    ///     is always too slow.
    init(timeout: TimeAmount, slowest: Int) { pace = DrainRate(timeout: timeout, slowest: slowest) }

    func handlerAdded(context: ChannelHandlerContext) { options = context.channel.syncOptions }

    func handlerRemoved(context: ChannelHandlerContext) {
        check?.cancel()
        options = nil
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        // The rate is measured from the time of the first unsent byte.
        if !hasUnsent || unsent == 0 { pace.begin(at: written, now: .now()) }
        hasUnsent = true
        written &+= unwrapOutboundIn(data).readableBytes
        context.write(data, promise: promise)
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        // Usually the system accepts all bytes at once, and no check is needed.
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

    /// Outbound event: the grace period has ended. The connection closes even with unsent bytes.
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

    /// Number of bytes that the socket has not accepted.
    var unsent: Int { (try? options?.getOption(.bufferedWritableBytes)) ?? 0 }
}

extension Channel {
    /// Runs `answer` for a connection. Closes the connection at once if the task is cancelled.
    func endingWithTask(_ answer: () async -> Void) async {
        await withTaskCancellationHandler {
            await answer()
        } onCancel: {
            triggerUserOutboundEvent(SlowReaderHandler.Ending(), promise: nil)
        }
    }
}

/// Measures how fast a client reads while there are unsent bytes.
struct DrainRate {
    /// Minimum number of bytes that a client has to read between two checks, 1 or more.
    private let needed: Int
    private let timeout: TimeAmount
    private var taken = 0
    private var since = NIODeadline.distantPast

    /// - Parameters:
    ///   - timeout: Maximum time in which a client reads too slowly. A slow client is detected within twice this time.
    ///   - slowest: Minimum average rate at which a client has to read, in bytes a second, 0 or more. Reading nothing
    ///     is always too slow.
    init(timeout: TimeAmount, slowest: Int) {
        self.timeout = timeout
        let bytes = Double(slowest) * Double(timeout.nanoseconds) / 1_000_000_000
        needed = max(1, Int(exactly: bytes.rounded(.down)) ?? .max)
    }

    /// Time of the next check.
    var deadline: NIODeadline { since + timeout }

    /// Restarts the measurement for a client that has read all bytes.
    ///
    /// - Parameter taken: Number of bytes that the client has read until now.
    mutating func begin(at taken: Int, now: NIODeadline) { (self.taken, since) = (taken, now) }

    /// Whether a client has read enough since the last successful check.
    mutating func isEnough(_ taken: Int, now: NIODeadline) -> Bool {
        guard now >= deadline else { return true }
        guard taken &- self.taken >= needed else { return false }
        begin(at: taken, now: now)
        return true
    }
}

/// Closes a connection, or an HTTP/2 stream, whose client sends a body too slowly.
///
/// Only the time in which the server waits for bytes counts, not the time in which it processes earlier bytes.
final class SlowBodyHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let timeout: TimeAmount
    private let slowest: Int
    private var bytes = 0
    /// Nanoseconds for which the server has waited for the body.
    private var waited: Int64 = 0
    /// Time at which the server began to wait; `nil` while it does not read.
    private var waiting: NIODeadline?
    private var check: Scheduled<Void>?

    /// - Parameters:
    ///   - timeout: Time before the rate is checked.
    ///   - slowest: Minimum average rate at which a client has to send, in bytes a second, 0 or more.
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
            // Until the first part, only the idle timeout applies.
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
