import NIOCore
import NIOHTTPTypes

/// Ends a connection, or a stream of HTTP/2, whose client sends a body so slowly that it only means to keep it open.
///
/// Only the time is counted in which something could have come: not while the server is busy with what has.
final class BodyPace: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let patience: TimeAmount
    private let slowest: Int
    private var bytes = 0
    /// Nanoseconds that the body was waited for.
    private var waited: Int64 = 0
    /// Since when something is waited for; nil while the server does not read.
    private var waiting: NIODeadline?
    private var check: Scheduled<Void>?

    /// - Parameters:
    ///   - patience: How long a body may take whatever its pace.
    ///   - slowest: Bytes that have to come in a second on average, 0 or more.
    init(patience: TimeAmount, slowest: Int) {
        self.patience = patience
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
            // Before the first part, what is silent is idle.
            if check == nil { watch(context) }
        case .end:
            check?.cancel()
            check = nil
        }
        context.fireChannelRead(data)
    }

    private func watch(_ context: ChannelHandlerContext) {
        check = context.eventLoop.assumeIsolated().scheduleTask(in: patience) { [self] in
            let time = waited + (waiting.map { (.now() - $0).nanoseconds } ?? 0)
            let needed = Double(slowest) * Double(time) / 1_000_000_000
            guard time < patience.nanoseconds || Double(bytes) >= needed else { return context.close(promise: nil) }
            watch(context)
        }
    }
}
