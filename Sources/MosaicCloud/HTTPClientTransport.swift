import Foundation
package import HTTPFetching
import NIOHTTP1
package import YouTubeUploads

/// Sends the requests of a fetcher with AsyncHTTPClient; connects at the first request.
package final class HTTPClientTransport: FetchTransport {
    private let transport: HTTPTransport

    /// Creates a transport.
    ///
    /// - Parameter idle: Maximum time without a byte from the server. Replaces ``FetchRequest/idle`` of each request.
    package init(idle: Duration = .seconds(15)) {
        transport = HTTPTransport(
            certificates: nil, timeouts: HTTPTransport.Timeouts(idle: idle, whole: .seconds(60)), unpacks: true)
    }

    package func response(to request: FetchRequest) async throws -> FetchResponse {
        // A response that is compressed nevertheless is accepted, as in browsers.
        let fields = request.headers.merging(["Accept-Encoding": "identity"]) { $1 }
        let message = SignedRequest(
            method: .get, url: request.url.absoluteString, host: "", headers: fields.map { (name: $0, value: $1) },
            body: [])
        do {
            let answer = try await transport.send(message, limit: request.byteLimit)
            let fields = Dictionary(answer.headers.map { ($0.name, $0.value) }) { first, _ in first }
            return FetchResponse(status: answer.status, headers: fields, body: answer.body)
        } catch let error as FetchError {
            throw FetchError(error.code, request.url.subjectName, error.reason, connection: error.connection)
        }
    }
}

/// Sends requests to YouTube with AsyncHTTPClient; connects at the first request.
package final class YouTubeHTTPTransport: YouTubeTransport {
    private let transport: HTTPTransport

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - idle: Maximum time without a byte from the server.
    ///   - whole: Maximum time until a response begins. Its body may take the same time again, plus a second for every
    ///     32 KiB.
    package init(idle: Duration = .seconds(15), whole: Duration = .seconds(30)) {
        transport = HTTPTransport(certificates: nil, timeouts: HTTPTransport.Timeouts(idle: idle, whole: whole))
    }

    package func answer(to request: YouTubeRequest) async throws -> YouTubeAnswer {
        let signed = SignedRequest(method: .get, url: request.url, host: "", headers: request.headers, body: [])
        do {
            let answer = try await transport.send(signed, limit: YouTubeRequest.longestAnswer)
            let fields = Dictionary(answer.headers.map { ($0.name, $0.value) }) { first, _ in first }
            return YouTubeAnswer(status: answer.status, headers: fields, body: answer.body)
        } catch let error as FetchError {
            throw YouTubeError(error, URLComponents(string: request.url)?.host ?? "of YouTube")
        }
    }
}

extension YouTubeError {
    /// Translates a network error.
    fileprivate init(_ error: FetchError, _ host: String) {
        let code: Code =
            error.code == .limitExceeded ? .limitExceeded : error.isTransient ? .unavailable : .refused
        self.init(code, host, error.reason)
    }
}
