import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// An error of the network in words, for requests to any server.
struct TransportFailure {
    enum Kind {
        case tooLong, timedOut, insecure, hostUnknown, interrupted
    }

    let kind: Kind
    /// One sentence; it names neither address nor host.
    let sentence: String

    private init(_ kind: Kind, _ sentence: String) {
        self.kind = kind
        self.sentence = sentence
    }

    /// - Parameter limit: The limit of the request, in bytes.
    init(_ error: any Error, limit: Int) {
        switch error {
        case TransportFault.tooLong: self.init(.tooLong, "The answer has more than \(limit) bytes.")
        case TransportFault.tooSlow: self.init(.timedOut, "The server sends too slowly.")
        case TransportFault.wrongLength(let expected, let received):
            self.init(.interrupted, "The server sent \(received) of \(expected) bytes.")
        case let error as HTTPClientError where [.readTimeout, .deadlineExceeded, .connectTimeout].contains(error):
            self.init(.timedOut, "The server does not answer in time.")
        case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError:
            self.init(.insecure, "TLS with the server fails; its certificate may not be trusted.")
        case let error as NIOConnectionError where error.connectionErrors.isEmpty:
            self.init(.hostUnknown, "The server's name cannot be resolved.")
        case let error as IOError where error.errnoCode == ECONNREFUSED:
            self.init(.interrupted, "The server refuses connections; is it running, and on this port?")
        case is NIOConnectionError: self.init(.interrupted, "The server cannot be reached.")
        case is HTTPParserError: self.init(.interrupted, "The server does not answer as HTTP does.")
        case is ChannelError, is IOError, is HTTPClientError:
            self.init(.interrupted, "The connection to the server was lost.")
        default: self.init(.interrupted, "The request failed: \(type(of: error)).")
        }
    }
}
