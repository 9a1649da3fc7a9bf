import HummingbirdCore
import HummingbirdHTTP2
import Logging
import NIOCore
import NIOSSL

/// Connections with TLS: HTTP/2 or HTTP/1.1, as negotiated in the handshake.
struct EncryptedChannel: HTTPChannelHandler {
    typealias Value = HTTP2UpgradeChannel.Value

    let upgrade: HTTP2UpgradeChannel
    /// Maximum time of a client's handshake, and maximum time without reading a byte of a response.
    let timeout: TimeAmount
    /// Bytes of an answer that a client has to read in a second, 0 or more.
    let slowest: Int

    var responder: Responder { upgrade.responder }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let value = upgrade.setup(channel: channel, logger: logger)
        do {
            try channel.limitSending()
            try channel.holdReading()
            let pipeline = channel.pipeline.syncOperations
            let encryption = try pipeline.handler(type: NIOSSLServerHandler.self)
            try pipeline.addHandlers(
                HandshakeDeadline(timeout: timeout), HTTP2IdleTimeoutHandler(timeout: timeout + timeout),
                position: .after(encryption))
            try pipeline.addHandler(SlowReaderHandler(timeout: timeout, slowest: slowest), position: .first)
            return value
        } catch {
            return channel.eventLoop.makeFailedFuture(error)
        }
    }

    func handle(value: Value, logger: Logger) async {
        await value.channel.endingWithTask {
            do {
                try await value.channel.startReading()
                await upgrade.handle(value: value, logger: logger)
            } catch {
                logger.trace("A connection ended before it began: \(error)")
            }
        }
    }
}

/// Closes a TLS connection whose first request does not come in time.
final class HandshakeDeadline: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let timeout: TimeAmount
    private var end: Scheduled<Void>?

    /// - Parameter timeout: The time for the handshake and the first byte of a request.
    init(timeout: TimeAmount) { self.timeout = timeout }

    func handlerAdded(context: ChannelHandlerContext) {
        end = context.eventLoop.assumeIsolated().scheduleTask(in: timeout) { context.close(promise: nil) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { end?.cancel() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        context.fireChannelRead(data)
        context.pipeline.syncOperations.removeHandler(self, promise: nil)
    }
}
