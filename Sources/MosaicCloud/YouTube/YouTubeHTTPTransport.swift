import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
package import YouTubeUploads

/// Sends requests to YouTube by AsyncHTTPClient; connects at the first one.
package final class YouTubeHTTPTransport: YouTubeTransport {
    private let transport: HTTPTransport

    /// Makes a transport.
    ///
    /// - Parameters:
    ///   - idle: How long a server may be silent.
    ///   - whole: How long an answer may take; each 32 KiB of it have a second more.
    package init(idle: Duration = .seconds(15), whole: Duration = .seconds(30)) {
        transport = HTTPTransport(certificates: nil, patience: HTTPTransport.Patience(idle: idle, whole: whole))
    }

    package func answer(to request: YouTubeRequest) async throws -> YouTubeAnswer {
        let host = URLComponents(string: request.url)?.host ?? "of YouTube"
        let signed = SignedRequest(method: .get, url: request.url, host: host, headers: request.headers, body: [])
        do {
            let answer = try await transport.send(signed, limit: YouTubeRequest.longestAnswer)
            let fields = Dictionary(answer.headers.map { ($0.name, $0.value) }) { first, _ in first }
            return YouTubeAnswer(status: answer.status, headers: fields, body: answer.body)
        } catch {
            try Task.checkCancellation()
            throw YouTubeError(error, host)
        }
    }
}

extension YouTubeError {
    /// Translates an error of the network.
    fileprivate init(_ error: any Error, _ host: String) {
        switch error {
        case TransportFault.tooLong:
            self.init(.limitExceeded, host, "The answer has more than \(YouTubeRequest.longestAnswer) bytes.")
        case TransportFault.tooSlow: self.init(.unavailable, host, "The server sends too slowly.")
        case TransportFault.wrongLength(let expected, let received):
            self.init(.unavailable, host, "The server sent \(received) of \(expected) bytes.")
        case let error as HTTPClientError where [.readTimeout, .deadlineExceeded, .connectTimeout].contains(error):
            self.init(.unavailable, host, "The server does not answer in time.")
        case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError:
            self.init(.refused, host, "TLS with the server fails; its certificate may not be trusted.")
        case let error as NIOConnectionError where error.connectionErrors.isEmpty:
            self.init(.unavailable, host, "The server's name cannot be resolved.")
        case is NIOConnectionError: self.init(.unavailable, host, "The server cannot be reached.")
        case is HTTPParserError: self.init(.unavailable, host, "The server does not answer as HTTP does.")
        case is ChannelError, is IOError, is HTTPClientError:
            self.init(.unavailable, host, "The connection to the server was lost.")
        default: self.init(.unavailable, host, "The request failed: \(type(of: error)).")
        }
    }
}
