import HummingbirdCore
import HummingbirdHTTP2
import Logging
import NIOCore
import NIOHTTP1

/// Handles connections without TLS: HTTP/2 if the client begins with its preface, otherwise HTTP/1.1.
///
/// See [RFC 9113, section 3.3](https://www.rfc-editor.org/rfc/rfc9113#section-3.3).
struct CleartextChannel: HTTPChannelHandler {
    struct Value: ServerChildChannelValue {
        let connection: EventLoopFuture<Connection>
        let channel: any Channel
    }

    enum Connection: Sendable {
        case http1(HTTP1Channel.Value)
        case http2(HTTP2Channel.Value)
    }

    let http1: HTTP1Channel
    let http2: HTTP2Channel
    /// Maximum time until a client's first bytes, and maximum idle time afterwards.
    let timeout: TimeAmount
    /// Minimum rate at which a client has to read responses, in bytes a second, 0 or more.
    let slowest: Int
    /// Serves cached responses before the router; `nil` disables that.
    let hotAnswers: HotAnswers?

    var responder: Responder { http1.responder }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            try channel.limitSending()
            try channel.holdReading()
            let preface = PrefaceHandler(on: channel.eventLoop, timeout: timeout) { isHTTP2 in
                isHTTP2 ? setupHTTP2(channel, logger) : setupHTTP1(channel, logger)
            }
            try channel.pipeline.syncOperations.addHandlers(
                SlowReaderHandler(timeout: timeout, slowest: slowest), preface)
            return Value(connection: preface.connection, channel: channel)
        }
    }

    private func setupHTTP2(_ channel: any Channel, _ logger: Logger) -> EventLoopFuture<Connection> {
        do {
            try channel.pipeline.syncOperations.addHandler(HTTP2IdleTimeoutHandler(timeout: timeout + timeout))
            return http2.setup(channel: channel, logger: logger).map(Connection.http2)
        } catch {
            return channel.eventLoop.makeFailedFuture(error)
        }
    }

    private func setupHTTP1(_ channel: any Channel, _ logger: Logger) -> EventLoopFuture<Connection> {
        http1.setup(channel: channel, logger: logger).flatMapThrowing { connection in
            if let hotAnswers {
                // Disables repeated writes: a sheet fills the send buffer, and retrying at once would send many small
                // pieces.
                try channel.syncOptions?.setOption(.writeSpin, value: 0)
                let pipeline = channel.pipeline.syncOperations
                let drain = try pipeline.handler(type: SlowReaderHandler.self)
                let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
                let passed = PassedRequests()
                try pipeline.addHandler(passed, position: .after(decoder))
                // The handler's responses are already encoded.
                let encoder = try pipeline.handler(type: HTTPResponseEncoder.self)
                try pipeline.addHandler(
                    HotAnswersHandler(hotAnswers, passed: passed, drain: drain, idleTimeout: timeout),
                    position: .before(encoder))
            }
            return .http1(connection)
        }
    }

    func handle(value: Value, logger: Logger) async {
        await value.channel.endingWithTask { await answer(value, logger) }
    }

    private func answer(_ value: Value, _ logger: Logger) async {
        do {
            try await value.channel.startReading()
            switch try await value.connection.get() {
            case .http1(let connection): await http1.handle(value: connection, logger: logger)
            case .http2(let connection): await http2.handle(value: connection, logger: logger)
            }
        } catch {
            logger.trace("A connection ended before it began: \(error)")
        }
    }
}

extension Channel {
    /// Limits the system's send buffer, which would otherwise grow to megabytes for a slow client.
    func limitSending() throws {
        try syncOptions?.setOption(.socketOption(.so_sndbuf), value: 128 << 10)
    }
}

/// Reads the beginning of a connection, configures the pipeline for its protocol, and passes the bytes on.
final class PrefaceHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// The beginning of every HTTP/2 connection. It is not a valid HTTP/1.1 request.
    private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    /// The configured connection. Fails if the connection closes before.
    let connection: EventLoopFuture<CleartextChannel.Connection>

    private let promise: EventLoopPromise<CleartextChannel.Connection>
    private let setup: (Bool) -> EventLoopFuture<CleartextChannel.Connection>
    private let timeout: TimeAmount
    private var received = ByteBuffer()
    private var isDecided = false
    private var deadline: Scheduled<Void>?

    init(
        on eventLoop: any EventLoop, timeout: TimeAmount,
        setup: @escaping (Bool) -> EventLoopFuture<CleartextChannel.Connection>
    ) {
        promise = eventLoop.makePromise()
        connection = promise.futureResult
        self.timeout = timeout
        self.setup = setup
    }

    func handlerAdded(context: ChannelHandlerContext) {
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: timeout) { context.close(promise: nil) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        deadline?.cancel()
        promise.fail(ChannelError.eof)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        received.writeImmutableBuffer(unwrapInboundIn(data))
        guard !isDecided else { return }
        let beginning = received.readableBytesView.prefix(Self.preface.count)
        guard Self.preface.starts(with: beginning) else { return decide(isHTTP2: false, context) }
        if beginning.count == Self.preface.count { decide(isHTTP2: true, context) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        promise.fail(ChannelError.eof)
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // The server is stopping, or the client has closed its side, so no request will follow.
        if !isDecided, event is ChannelShouldQuiesceEvent || event as? ChannelEvent == .inputClosed {
            return context.close(promise: nil)
        }
        context.fireUserInboundEventTriggered(event)
    }

    private func decide(isHTTP2: Bool, _ context: ChannelHandlerContext) {
        isDecided = true
        deadline?.cancel()
        setup(isHTTP2).assumeIsolated().whenComplete { result in
            switch result {
            case .success(let connection):
                self.promise.succeed(connection)
                // The buffer includes bytes that arrived while the pipeline was configured.
                context.fireChannelRead(self.wrapInboundOut(self.received))
                context.fireChannelReadComplete()
                context.pipeline.syncOperations.removeHandler(self, promise: nil)
            case .failure(let error):
                self.promise.fail(error)
                context.close(promise: nil)
            }
        }
    }
}

/// Delays reading a connection until the server handles it.
///
/// When the server stops, it drops connections that it has accepted but not begun to handle. Dropping a
/// `NIOAsyncChannel` ends the process ([swift-nio, issue 2813](https://github.com/apple/swift-nio/issues/2813)), and a
/// channel is created when the first bytes of a connection are read.
extension Channel {
    /// Leaves the bytes of an accepted connection unread. Call it on the event loop.
    ///
    /// - Throws: Errors of the channel.
    func holdReading() throws { try syncOptions?.setOption(.autoRead, value: false) }

    /// Starts reading a connection that the server handles.
    ///
    /// - Throws: Errors of a closed channel.
    func startReading() async throws { try await setOption(.autoRead, value: true).get() }
}
