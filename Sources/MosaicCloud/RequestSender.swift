import Foundation
import Mosaic
import NIOHTTP1
import PlayerFormats
import Synchronization
package import YouTubeUploads

import struct HTTPFetching.FetchError

/// The destination of a request, for error messages; without credentials.
struct RequestPlace: Sendable {
    let host: String
    let region: String
    let isSigned: Bool
    let time: Date
}

/// Signs and sends requests, and retries them after transient failures.
final class RequestSender: Sendable {
    /// Reads a successful response, or status 416 to a request for a range after the object's end.
    typealias Reading<Value> = (HTTPAnswer, S3Request, RequestPlace) throws -> Value

    private let configuration: S3Configuration
    private let signer: RequestSigner
    private let transport: HTTPTransport
    private let pauses: RetryPauses
    private let now: @Sendable () -> Date
    private let budget = RetryBudget()
    private let tags = EntityTagTrust()

    init(_ configuration: S3Configuration, pauses: RetryPauses, now: @escaping @Sendable () -> Date) {
        self.configuration = configuration
        self.pauses = pauses
        self.now = now
        signer = RequestSigner(configuration)
        transport = HTTPTransport(certificates: configuration.certificates)
    }

    /// Creates the verifier of one request, which compares bodies with the server's checksums.
    func verifier(of bucket: BucketName) -> BodyVerifier { BodyVerifier(bucket: bucket, tags: tags) }

    /// - Parameter missing: Returns the result if the key does not exist.
    func send<Value>(
        _ request: S3Request, reading: Reading<Value>, missing: (S3Request) throws -> Value
    ) async throws -> Value {
        guard (1...1_024).contains(request.key.utf8.count) || request.key.isEmpty else {
            throw MosaicError(.limitExceeded, request.bucket.rawValue, "A key has more than 1024 bytes.")
        }
        var retry = 0
        while true {
            try Task.checkCancellation()
            do {
                let value = try await sendOnce(request, reading)
                budget.refund()
                guard let value else { return try missing(request) }
                return value
            } catch let error as FetchError {
                guard error.isTransient, retry < pauses.retries, budget.take() else {
                    throw MosaicError(
                        error.code == .limitExceeded ? .limitExceeded : .unavailable, request.subject, error.reason)
                }
                try await Task.sleep(
                    for: pauses.pause(before: retry, after: error.pause, fraction: .random(in: 0...1)))
                retry += 1
            }
        }
    }

    /// - Returns: Nil if the key does not exist.
    /// - Throws: `FetchError`; `MosaicError` if another attempt would fail, too; `CancellationError`.
    private func sendOnce<Value>(_ request: S3Request, _ reading: Reading<Value>) async throws -> Value? {
        let time = now()
        let signed = signer.signed(request, at: time)
        let place = RequestPlace(
            host: signed.host, region: configuration.region, isSigned: configuration.credentials != nil, time: time)
        let answer = try await transport.send(signed, limit: request.limit)
        switch answer.status {
        case 200..<300: return try reading(answer, request, place)
        case 404 where S3AnswerReading.isMissingKey(answer, request): return nil
        case 416 where request.method == .get:
            // The range begins after the object's end.
            return try reading(HTTPAnswer(status: 416, headers: HTTPHeaders(), body: []), request, place)
        default: throw S3Failure.error(answer, request, place)
        }
    }
}

/// Limits the retries of all requests of a client, so that a failing server is not flooded. A token bucket.
final class RetryBudget: Sendable {
    private static let capacity = 500
    private static let price = 5

    private let tokens = Mutex(capacity)

    /// Takes the tokens for a retry; false if there are too few.
    func take() -> Bool {
        tokens.withLock { tokens in
            guard tokens >= Self.price else { return false }
            tokens -= Self.price
            return true
        }
    }

    /// Adds a token after a successful request.
    func refund() { tokens.withLock { $0 = min(Self.capacity, $0 + 1) } }
}

extension RetryPauses {
    /// The retry policy for S3 servers: 4 retries, after at most 0.1, 0.2, 0.4 and 0.8 seconds; at most 5 seconds if
    /// the server asks for a longer delay.
    package static let ofS3: RetryPauses = {
        var pauses = RetryPauses()
        (pauses.retries, pauses.base, pauses.longest) = (4, .milliseconds(100), .seconds(5))
        return pauses
    }()
}

/// Reads and checks successful responses.
enum S3AnswerReading {
    /// The XML document of a successful response. An error document with status 200 counts as a transient failure.
    static func document(
        _ answer: HTTPAnswer, _ request: S3Request, _ place: RequestPlace
    ) throws -> PlayerFormats.XMLElement {
        if let document = ErrorDocument(answer.body) { throw lateError(document) }
        if isWebPage(answer) { throw webPage(request, place, answer) }
        do {
            return try S3Document.root(of: answer.body)
        } catch {
            // In most cases the document was truncated or damaged during transfer.
            throw FetchError.interrupted(
                "The server \(place.host) answers with no XML of S3, \(error.subject): \(error.reason)")
        }
    }

    /// Checks that the body is an object, not an error document or a web page. A response with an ETag always passes.
    static func checkIsObject(_ answer: HTTPAnswer, _ request: S3Request, _ place: RequestPlace) throws {
        guard answer.status != 416, answer.field("etag") == nil else { return }
        if let document = ErrorDocument(answer.body) { throw lateError(document) }
        if isWebPage(answer) { throw webPage(request, place, answer) }
    }

    /// The bytes of a range. The server may send the range, the whole object, or status 416 for a range after the end.
    static func part(_ range: Range<Int>, of answer: HTTPAnswer) throws -> [UInt8] {
        switch answer.status {
        case 416: return []
        case 206:
            guard let sent = contentRange(answer.field("content-range")), sent.bytes.lowerBound == range.lowerBound,
                sent.bytes.count == answer.body.count, sent.bytes.upperBound == min(range.upperBound, sent.total)
            else {
                throw FetchError.interrupted("The server sent another range than was asked for.")
            }
            return answer.body
        default: return Array(answer.body[range.clamped(to: 0..<answer.body.count)])
        }
    }

    /// Whether status 404 means that the object is missing; a missing bucket is an error. A response to HEAD has no
    /// body that distinguishes the two, and counts as a missing object.
    static func isMissingKey(_ answer: HTTPAnswer, _ request: S3Request) -> Bool {
        guard !request.key.isEmpty, request.method != .put else { return false }
        return request.method == .head || ErrorDocument(answer.body)?.code == "NoSuchKey"
    }

    static func isWebPage(_ answer: HTTPAnswer) -> Bool {
        if answer.field("content-type")?.lowercased().hasPrefix("text/html") == true { return true }
        let start = String(decoding: answer.body.prefix(200), as: UTF8.self).lowercased()
        return start.contains("<html") || start.contains("<!doctype html")
    }

    static func webPage(_ request: S3Request, _ place: RequestPlace, _ answer: HTTPAnswer) -> MosaicError {
        MosaicError(
            .unavailable, request.subject,
            "\(place.host) is not an S3 server: it answers with a web page, status \(answer.status).")
    }

    private static func lateError(_ document: ErrorDocument) -> FetchError {
        .interrupted("S3 answers 200 with the error \(document.code).")
    }

    /// Parses a field such as `bytes 0-9/100`.
    private static func contentRange(_ text: String?) -> (bytes: Range<Int>, total: Int)? {
        guard let text, text.hasPrefix("bytes ") else { return nil }
        let parts = text.dropFirst("bytes ".count).split(separator: "/")
        guard parts.count == 2, let total = Int(parts[1]) else { return nil }
        let ends = parts[0].split(separator: "-")
        guard ends.count == 2, let first = Int(ends[0]), let last = Int(ends[1]), 0 <= first, first <= last,
            last < total
        else { return nil }
        return (first..<last + 1, total)
    }
}
