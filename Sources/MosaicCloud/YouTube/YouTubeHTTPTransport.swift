import Foundation
import NIOHTTP1
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
