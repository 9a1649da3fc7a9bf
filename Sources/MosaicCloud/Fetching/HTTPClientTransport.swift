import Foundation
package import HTTPFetching

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
