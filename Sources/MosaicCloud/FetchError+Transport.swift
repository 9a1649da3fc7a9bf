import AsyncHTTPClient
import Foundation
import HTTPFetching
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Errors of a transport have no subject; callers add it.
extension FetchError {
    init(_ code: Code, _ reason: String, connection: Connection = .sound) {
        self.init(code, "", reason, connection: connection)
    }

    /// The error of a broken connection or a damaged response.
    ///
    /// - Parameter pause: Minimum pause before another attempt; nil if the server states none.
    static func interrupted(_ reason: String, after pause: Duration? = nil) -> FetchError {
        var error = FetchError(.unavailable, reason, connection: .interrupted)
        error.pause = pause
        return error
    }

    /// The error of a body that exceeds its limit.
    ///
    /// - Parameter bytes: Length of the body; nil if unknown.
    init(bytes: Int?, limit: Int) {
        self.init(.limitExceeded, "It has \(bytes.map { "\($0) bytes, more" } ?? "more bytes") than \(limit).")
    }

    /// Whether another attempt may succeed.
    var isTransient: Bool { code != .limitExceeded && connection != .failed }

    /// The server in a sentence; an empty host name is left out.
    static func server(_ host: String) -> String { host.isEmpty ? "server" : "server \(host)" }

    /// Translates a network error.
    ///
    /// - Parameter host: Name of the server; empty leaves it out.
    init(_ error: any Error, host: String) {
        let server = Self.server(host)
        switch error {
        case let error as FetchError: self = error
        case let error as HTTPClientError where [.connectTimeout, .getConnectionFromPoolTimeout].contains(error):
            self.init(.timedOut, "The \(server) does not accept connections in time.")
        case let error as HTTPClientError where [.readTimeout, .writeTimeout, .deadlineExceeded].contains(error):
            self.init(.timedOut, "The \(server) does not answer in time.")
        case _ where error as? HTTPClientError == .tlsHandshakeTimeout:
            self.init(.timedOut, "The \(server) does not finish the TLS handshake in time.")
        case _ where error as? HTTPClientError == .remoteConnectionClosed, HTTPParserError.invalidEOFState:
            self = .interrupted("The \(server) closed the connection in the middle of an answer.")
        case is HTTPParserError: self = .interrupted("The \(server) does not answer as HTTP does.")
        case let error as NIOConnectionError where error.connectionErrors.isEmpty:
            self.init(.notFound, "The name of the \(server) cannot be resolved.", connection: .hostUnknown)
        case let error as NIOConnectionError where !error.connectionErrors.contains { Self.isRefusal($0.error) }:
            self = .interrupted("The \(server) cannot be reached.")
        case is NIOConnectionError,
            _ where Self.isRefusal(error):
            self = .interrupted("The \(server) refuses connections; is it running, and on this port?")
        case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError:
            let name = host.isEmpty ? "the server" : host
            self.init(.unavailable, "TLS with \(name) fails: \(Self.insecurity(error)).", connection: .failed)
        case is ChannelError, is IOError, is HTTPClientError:
            self = .interrupted("The connection to the \(server) was lost.")
        default: self = .interrupted("The request to the \(server) failed: \(type(of: error)).")
        }
    }

    private static func isRefusal(_ error: any Error) -> Bool { (error as? IOError)?.errnoCode == ECONNREFUSED }

    private static func insecurity(_ error: any Error) -> String {
        switch error {
        case NIOSSLError.failedToLoadCertificate: "the file of trusted certificates cannot be read"
        case _ where error as? NIOSSLExtraError == .failedToValidateHostname: "its certificate is for another name"
        case NIOSSLError.unableToValidateCertificate: "its certificate is not trusted"
        case _ where "\(error)".contains("CERTIFICATE_VERIFY_FAILED"): "its certificate is not trusted"
        case is BoringSSLError: "the server does not speak it"
        case _ where "\(error)".contains("WRONG_VERSION_NUMBER"): "the server does not speak it"
        default: "the handshake does not succeed"
        }
    }
}
