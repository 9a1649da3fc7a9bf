import AsyncHTTPClient
import Foundation
package import HTTPFetching
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
package import YouTubeUploads

/// Sends the requests of a fetcher by AsyncHTTPClient; connects at the first one.
package final class HTTPClientTransport: FetchTransport {
    private let transport: HTTPTransport

    /// Creates a transport.
    ///
    /// - Parameter idle: Maximum time without a byte, for every request.
    package init(idle: Duration = .seconds(15)) {
        transport = HTTPTransport(
            certificates: nil, timeouts: HTTPTransport.Timeouts(idle: idle, whole: .seconds(60)), unpacks: true)
    }

    package func response(to request: FetchRequest) async throws -> FetchResponse {
        // Servers that pack the file all the same are understood, as browsers understand them.
        let fields = request.headers.merging(["Accept-Encoding": "identity"]) { $1 }
        let message = SignedRequest(
            method: .get, url: request.url.absoluteString, host: request.url.host(percentEncoded: false) ?? "",
            headers: fields.map { (name: $0, value: $1) }, body: [])
        do {
            let answer = try await transport.send(message, limit: request.byteLimit)
            let fields = Dictionary(answer.headers.map { ($0.name, $0.value) }) { first, _ in first }
            return FetchResponse(status: answer.status, headers: fields, body: answer.body)
        } catch {
            try Task.checkCancellation()
            throw FetchError(TransportFailure(error, limit: request.byteLimit), of: request.url.subjectName)
        }
    }
}

extension FetchError {
    /// Translates an error of the network.
    fileprivate init(_ failure: TransportFailure, of subject: String) {
        let (code, connection): (Code, Connection) =
            switch failure.kind {
            case .tooLong: (.limitExceeded, .sound)
            case .timedOut: (.timedOut, .sound)
            case .insecure: (.unavailable, .failed)
            case .hostUnknown: (.notFound, .hostUnknown)
            case .interrupted: (.unavailable, .interrupted)
            }
        self.init(code, subject, failure.sentence, connection: connection)
    }
}

/// Sends requests to YouTube by AsyncHTTPClient; connects at the first one.
package final class YouTubeHTTPTransport: YouTubeTransport {
    private let transport: HTTPTransport

    /// Makes a transport.
    ///
    /// - Parameters:
    ///   - idle: How long a server may be silent.
    ///   - whole: How long an answer may take; each 32 KiB of it have a second more.
    package init(idle: Duration = .seconds(15), whole: Duration = .seconds(30)) {
        transport = HTTPTransport(certificates: nil, timeouts: HTTPTransport.Timeouts(idle: idle, whole: whole))
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
        let failure = TransportFailure(error, limit: YouTubeRequest.longestAnswer)
        let code: Code =
            switch failure.kind {
            case .tooLong: .limitExceeded
            case .insecure: .refused
            case .timedOut, .hostUnknown, .interrupted: .unavailable
            }
        self.init(code, host, failure.sentence)
    }
}

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
