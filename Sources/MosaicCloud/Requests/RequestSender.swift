import Foundation
import Mosaic
import NIOHTTP1
import Synchronization
import YouTubeUploads

/// Where a request went to, for the sentences of errors; without credentials.
struct RequestPlace: Sendable {
    let host: String
    let region: String
    let isSigned: Bool
    let time: Date
}

/// Signs and sends requests, and sends them again where that may help.
final class RequestSender: Sendable {
    /// Reads an answer that succeeded.
    typealias Reading<Value> = (HTTPAnswer, S3Request, RequestPlace) throws(S3Failure) -> Value

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

    /// Compares bytes with the checksums that come with them, for one request.
    func verifier(of bucket: BucketName) -> BodyVerifier { BodyVerifier(bucket: bucket, tags: tags) }

    /// - Parameter missing: The result where the server says that the key is not there.
    func send<Value>(
        _ request: S3Request, reading: Reading<Value>, missing: (S3Request) throws -> Value
    ) async throws -> Value {
        guard (1...1_024).contains(request.key.utf8.count) || request.key.isEmpty else {
            throw MosaicError(.limitExceeded, request.bucket.rawValue, "A key has more than 1024 bytes.")
        }
        var retry = 0
        while true {
            try Task.checkCancellation()
            let failure: S3Failure
            do {
                let value = try await sendOnce(request, reading)
                budget.refund()
                guard let value else { return try missing(request) }
                return value
            } catch let error as S3Failure {
                failure = error
            }
            guard failure.isTransient, retry < pauses.retries, budget.take() else { throw failure.error }
            let pause = pauses.pause(before: retry, after: failure.pause, fraction: .random(in: 0...1))
            try await Task.sleep(for: pause)
            retry += 1
        }
    }

    /// - Returns: Nil where the key is not there.
    /// - Throws: ``S3Failure``, `CancellationError`.
    private func sendOnce<Value>(_ request: S3Request, _ reading: Reading<Value>) async throws -> Value? {
        let time = now()
        let signed = signer.signed(request, at: time)
        let place = RequestPlace(
            host: signed.host, region: configuration.region, isSigned: configuration.credentials != nil, time: time)
        let answer: HTTPAnswer
        do {
            answer = try await transport.send(signed, limit: request.limit)
        } catch {
            try Task.checkCancellation()
            throw S3Failure(error, request, place)
        }
        switch answer.status {
        case 200..<300: return try reading(answer, request, place)
        case 404 where S3AnswerReading.isMissingKey(answer, request): return nil
        case 416 where request.method == .get:
            // The range begins behind the end.
            return try reading(HTTPAnswer(status: 416, headers: HTTPHeaders(), body: []), request, place)
        default: throw S3Failure(answer, request, place)
        }
    }
}
