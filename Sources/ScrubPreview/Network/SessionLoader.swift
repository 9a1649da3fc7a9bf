import HTTPFetching

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#else
    public import Foundation
#endif

/// Loads the files of a track in a session that is configured by the app: cookies, header fields, cache and proxies.
///
/// Bytes are counted as they arrive, and a body that is too long is broken off. The session follows redirects, and its
/// own header fields go wherever they lead. For a session that exists, write a ``ResourceLoader`` around it, with
/// ``ResourceAnswer/init(_:_:to:)``.
public struct SessionLoader: ResourceLoader {
    private let transport: SessionTransport

    /// Creates a session, which ends with the last copy of the loader.
    public init(_ configuration: URLSessionConfiguration) {
        transport = SessionTransport(configuration, followsRedirects: true)
    }

    /// Loads one file.
    public func load(_ request: ResourceRequest) async throws -> ResourceAnswer {
        let answer = try await transport.send(
            request.urlRequest, limit: request.byteLimit, idle: request.timeouts.idle, subject: request.url.subjectName)
        return ResourceAnswer(
            url: answer.url ?? request.url, status: answer.status, headers: answer.headers.fields, bytes: answer.body)
    }
}
