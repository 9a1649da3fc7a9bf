import NIOCore
import NIOHTTPTypes

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
