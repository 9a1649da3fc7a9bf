import HummingbirdCore
import HummingbirdHTTP2
import Logging
import NIOCore
import NIOHTTP1

/// Connections without TLS: HTTP/2 where a client begins with its preface, HTTP/1.1 otherwise.
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
    /// Bytes of an answer that a client has to read in a second, 0 or more.
    let slowest: Int
    /// Answers requests before the router; nil for none.
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
                // A sheet fills the send buffer: retrying at once would send many small pieces.
                try channel.syncOptions?.setOption(.writeSpin, value: 0)
                let pipeline = channel.pipeline.syncOperations
                let drain = try pipeline.handler(type: SlowReaderHandler.self)
                let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
                let passed = PassedRequests()
                try pipeline.addHandler(passed, position: .after(decoder))
                // Its answers are encoded already.
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
    /// Limits the system's send buffer, which would be megabytes for a client that reads slowly.
    func limitSending() throws {
        try syncOptions?.setOption(.socketOption(.so_sndbuf), value: 128 << 10)
    }
}
