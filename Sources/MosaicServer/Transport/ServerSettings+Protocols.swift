import Foundation
import HummingbirdCore
import HummingbirdHTTP2
import Mosaic
import NIOCore
import NIOSSL

extension ServerSettings {
    /// HTTP/1.1 and HTTP/2 on one port, with or without TLS.
    ///
    /// - Parameters:
    ///   - hotAnswers: Answers before the router, for connections with HTTP/1.1 and without TLS.
    ///   - inFlight: Called when a socket has taken the bytes of a body.
    ///   - log: Logs requests that cannot be read.
    /// - Throws: `invalidSettings` where certificate or key cannot be read.
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
            // They measure that themselves.
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

    /// Fields of a request at most.
    private static let headerCount = 200

    private var bodyPace: SlowBodyHandler {
        SlowBodyHandler(timeout: .seconds(Int64(idleTimeout)), slowest: slowestBody)
    }

    /// The same for streams of HTTP/2, each of which a client may neglect.
    private func draining(
        _ connections: HTTP1Channel.Configuration, _ log: RequestLog
    ) -> HTTP1Channel.Configuration {
        var streams = connections
        let timeout = TimeAmount.seconds(Int64(idleTimeout))
        streams.additionalChannelHandlers = { [slowestBody, headerBytes] in
            // The last handler sees whole chunks, and is called when the last piece of one was taken.
            let handlers = connections.additionalChannelHandlers()
            let own: [any RemovableChannelHandler] = [
                HTTP2SlowReaderHandler(timeout: timeout, slowest: slowestBody),
                StreamHeadCheck(headerBytes: headerBytes, headerCount: Self.headerCount, log: log),
            ]
            return handlers.dropLast() + own + handlers.suffix(1)
        }
        return streams
    }

    /// The certificate and its key; nil without one.
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
