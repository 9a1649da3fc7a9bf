import Foundation
import HummingbirdCore
import HummingbirdHTTP2
import Logging
import Mosaic
import NIOCore
import NIOSSL

extension ServerSettings {
    /// The handlers of HTTP/1.1 and HTTP/2 on one port, with or without TLS.
    ///
    /// - Parameters:
    ///   - hotAnswers: Serves cached responses before the router, on HTTP/1.1 connections without TLS; `nil` disables
    ///     that.
    ///   - inFlight: The budget of response bytes in memory.
    ///   - log: Logs requests that cannot be parsed.
    /// - Throws: `invalidSettings` if the certificate or its key cannot be read.
    func protocols(
        _ hotAnswers: HotAnswers? = nil, inFlight: InFlightBudget, log: RequestLog
    ) throws -> HTTPServerBuilder {
        let streams = HTTP1Channel.Configuration(
            additionalChannelHandlers: [FramingInstaller(log: log), bodyPace, InFlightHandler(inFlight)],
            idleTimeout: .seconds(Int64(idleTimeout)),
            httpDecoderConfiguration: HTTP1Channel.Configuration.DecoderConfiguration(
                maxHeaderFieldSize: headerBytes, maxHeaderListSize: headerBytes, maxHeaderFieldCount: Self.headerCount))
        let configuration = HTTP2ChannelConfiguration(
            idleTimeout: .seconds(idleTimeout), gracefulCloseTimeout: .seconds(idleTimeout),
            streamConfiguration: draining(streams, log))
        guard let tls = try tlsConfiguration() else {
            var connections = streams
            // `HotAnswersHandler` measures the idle time itself.
            if hotAnswers != nil { connections.idleTimeout = nil }
            return HTTPServerBuilder { [connections] responder in
                CleartextChannel(
                    http1: HTTP1Channel(responder: responder, configuration: connections),
                    http2: HTTP2Channel(responder: responder, configuration: configuration),
                    timeout: .seconds(Int64(idleTimeout)), slowest: slowestBody, hotAnswers: hotAnswers)
            }
        }
        return HTTPServerBuilder { responder in
            EncryptedChannel(
                upgrade: try HTTP2UpgradeChannel(
                    tlsConfiguration: tls, configuration: configuration, responder: responder),
                timeout: .seconds(Int64(idleTimeout)), slowest: slowestBody)
        }
    }

    /// Maximum number of header fields of a request.
    private static let headerCount = 200

    private var bodyPace: SlowBodyHandler {
        SlowBodyHandler(timeout: .seconds(Int64(idleTimeout)), slowest: slowestBody)
    }

    /// The configuration of HTTP/2 streams: the handlers of connections, and further handlers that close slow readers
    /// and check the header fields.
    private func draining(
        _ connections: HTTP1Channel.Configuration, _ log: RequestLog
    ) -> HTTP1Channel.Configuration {
        var streams = connections
        let timeout = TimeAmount.seconds(Int64(idleTimeout))
        streams.additionalChannelHandlers = { [slowestBody, headerBytes] in
            // The last handler receives whole chunks, and is called when the client has read the last piece of a chunk.
            let handlers = connections.additionalChannelHandlers()
            let own: [any RemovableChannelHandler] = [
                HTTP2SlowReaderHandler(timeout: timeout, slowest: slowestBody),
                StreamHeadCheck(headerBytes: headerBytes, headerCount: Self.headerCount, log: log),
            ]
            return handlers.dropLast() + own + handlers.suffix(1)
        }
        return streams
    }

    /// The configuration with the certificate and its key; `nil` without a certificate.
    ///
    /// - Throws: `invalidSettings`.
    func tlsConfiguration() throws -> TLSConfiguration? {
        switch (certificatePath, privateKeyPath) {
        case (nil, nil): return nil
        case (let certificate?, let key?):
            let chain = try Self.parsed(certificate, "certificate") { try NIOSSLCertificate.fromPEMFile(certificate) }
            let privateKey = try Self.parsed(key, "private key") { try NIOSSLPrivateKey(file: key, format: .pem) }
            var tls = TLSConfiguration.makeServerConfiguration(
                certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(privateKey))
            tls.minimumTLSVersion = .tlsv12
            return tls
        case (_?, nil):
            throw MosaicError(.invalidSettings, "tls-cert", "It takes --tls-key, too: the PEM file of its private key.")
        case (nil, _?):
            throw MosaicError(.invalidSettings, "tls-key", "It takes --tls-cert, too: the PEM file of the certificate.")
        }
    }

    private static func parsed<Value>(_ path: String, _ kind: String, _ parse: () throws -> Value) throws -> Value {
        do {
            return try parse()
        } catch {
            throw MosaicError(
                .invalidSettings, FolderPath.name(of: path),
                "It is not the PEM file of a \(kind): it has no -----BEGIN line, or is damaged.")
        }
    }
}

/// Handles connections with TLS: HTTP/2 or HTTP/1.1, as negotiated in the handshake.
struct EncryptedChannel: HTTPChannelHandler {
    typealias Value = HTTP2UpgradeChannel.Value

    let upgrade: HTTP2UpgradeChannel
    /// Maximum time of a client's handshake, and maximum time without reading a byte of a response.
    let timeout: TimeAmount
    /// Minimum rate at which a client has to read responses, in bytes a second, 0 or more.
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

/// Closes a TLS connection that does not complete its handshake and send the first byte of a request in time.
final class HandshakeDeadline: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let timeout: TimeAmount
    private var end: Scheduled<Void>?

    /// - Parameter timeout: Maximum time for the handshake and the first byte of a request.
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
