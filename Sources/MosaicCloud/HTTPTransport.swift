import AsyncHTTPClient
import Foundation
import Mosaic
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOSSL
import Synchronization

import struct HTTPFetching.FetchError

/// A response with its whole body.
struct HTTPAnswer {
    let status: Int
    let headers: HTTPHeaders
    let body: [UInt8]

    /// The first value of a header field; nil if missing.
    func field(_ name: String) -> String? { headers.first(name: name) }

    /// The ETag; nil if it is missing, empty or longer than 256 bytes.
    var version: ObjectVersion? { field("etag").flatMap { ObjectVersion(entityTag: $0) } }
}

/// Sends requests over HTTP/1.1, at most 32 concurrent requests to a host; connects at the first request.
final class HTTPTransport: Sendable {
    /// Maximum number of bytes that are read of an error response's body.
    private static let errorLimit = 64 << 10
    /// Timeouts of requests.
    struct Timeouts: Sendable {
        /// Maximum time without a byte on an open connection.
        var idle = Duration.seconds(15)
        /// Maximum time until the response begins, plus a second for every 32 KiB sent. Its body may take the same time
        /// again, plus a second for every 32 KiB received.
        var whole = Duration.seconds(30)
    }

    private let certificates: String?
    private let timeouts: Timeouts
    private let unpacks: Bool
    private let client = Mutex<HTTPClient?>(nil)

    /// - Parameter unpacks: Whether responses in gzip or deflate are decompressed.
    init(certificates: String?, timeouts: Timeouts = Timeouts(), unpacks: Bool = false) {
        self.certificates = certificates
        self.timeouts = timeouts
        self.unpacks = unpacks
    }

    deinit { client.withLock { $0 }?.shutdown { _ in } }

    /// Sends a request. A response with status 2xx may have at most `limit` bytes.
    ///
    /// - Throws: `FetchError`, `CancellationError`.
    func send(_ request: SignedRequest, limit: Int) async throws -> HTTPAnswer {
        do {
            return try await exchange(request, limit: limit)
        } catch {
            try Task.checkCancellation()
            throw FetchError(error, host: request.host)
        }
    }

    private func exchange(_ request: SignedRequest, limit: Int) async throws -> HTTPAnswer {
        let client = try connected()
        var message = HTTPClientRequest(url: request.url)
        message.method = HTTPMethod(rawValue: request.method.rawValue)
        message.headers = HTTPHeaders(request.headers.map { ($0.name, $0.value) })
        if request.method == .put { message.body = .bytes(ByteBuffer(bytes: request.body)) }
        let start = ContinuousClock.now
        let sending = allowance(for: request.body.count)
        let response = try await client.execute(message, deadline: .now() + TimeAmount(sending))
        let isSuccess = (200..<300).contains(response.status.code)
        let answer = HTTPAnswer(status: Int(response.status.code), headers: response.headers, body: [])
        guard request.method != .head else { return answer }
        let announced = answer.field("content-length").flatMap { Int($0) }
        if isSuccess, let announced, announced > limit { throw FetchError(bytes: announced, limit: limit) }
        let most = isSuccess ? limit : Self.errorLimit
        var body: [UInt8] = []
        body.reserveCapacity(min(announced ?? 0, most))
        for try await part in response.body {
            guard body.count + part.readableBytes <= most else {
                guard isSuccess else { break }
                throw FetchError(bytes: announced, limit: limit)
            }
            body.append(contentsOf: part.readableBytesView)
            guard ContinuousClock.now - start < sending + allowance(for: body.count) else {
                throw FetchError(.timedOut, "The \(request.server) sends too slowly.")
            }
        }
        let isWhole = !unpacks || answer.field("content-encoding") == nil
        if isSuccess, isWhole, let announced, announced != body.count {
            throw FetchError.interrupted("The \(request.server) sent \(body.count) of \(announced) bytes.")
        }
        return HTTPAnswer(status: answer.status, headers: answer.headers, body: body)
    }

    private func allowance(for bytes: Int) -> Duration { timeouts.whole + .seconds(bytes / (32 << 10)) }

    private func connected() throws -> HTTPClient {
        try client.withLock { client in
            if let client { return client }
            let idle = TimeAmount(timeouts.idle)
            var configuration = HTTPClient.Configuration(
                redirectConfiguration: .disallow,
                timeout: HTTPClient.Configuration.Timeout(connect: .seconds(5), read: idle, write: idle),
                // The limit of each request also applies to the decompressed bytes.
                decompression: unpacks ? .enabled(limit: .size(256 << 20)) : .disabled)
            configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 32
            // The caller retries failed connections.
            configuration.connectionPool.retryConnectionEstablishment = false
            configuration.httpVersion = .http1Only
            if let certificates {
                var security = TLSConfiguration.makeClientConfiguration()
                security.trustRoots = .certificates(try NIOSSLCertificate.fromPEMFile(certificates))
                configuration.tlsConfiguration = security
            }
            let made = HTTPClient(configuration: configuration)
            client = made
            return made
        }
    }
}

/// An S3 request before it is signed.
struct S3Request {
    enum Method: String {
        case get = "GET"
        case head = "HEAD"
        case put = "PUT"
    }

    let method: Method
    let bucket: BucketName
    /// Key of the object; empty for the bucket itself.
    var key = ""
    var query: [(name: String, value: String)] = []
    var headers: [(name: String, value: String)] = []
    var body: [UInt8] = []
    /// Maximum size of a successful response's body, in bytes.
    var limit = 0

    /// Subject of errors: the object's key, otherwise the bucket.
    var subject: String { key.isEmpty ? bucket.rawValue : key }

    init(_ method: Method, _ bucket: BucketName, key: String = "") {
        self.method = method
        self.bucket = bucket
        self.key = key
    }
}

/// A request with all of its header fields; signed if there are credentials.
struct SignedRequest {
    let method: S3Request.Method
    let url: String
    /// Name of the server in errors; empty leaves it out.
    let host: String
    let headers: [(name: String, value: String)]
    let body: [UInt8]

    fileprivate var server: String { FetchError.server(host) }
}
