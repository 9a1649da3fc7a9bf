package import Foundation
import HTTPFetching
package import Mosaic
public import MosaicLibrary
package import YouTubeUploads

/// Reads and writes objects on S3 servers over HTTP.
///
/// Keys are percent-encoded but not normalized: `//` and `..` stay.
package final class S3Client: BucketClient {
    /// Maximum size in bytes of a listing with 1 000 encoded keys of maximum length.
    private static let pageLimit = 8 << 20

    let sender: RequestSender

    /// Creates a client, which connects at its first request.
    ///
    /// - Parameters:
    ///   - pauses: Number and delays of retries.
    ///   - now: Returns the time for signatures.
    package init(
        _ configuration: S3Configuration, pauses: RetryPauses = .ofS3,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        sender = RequestSender(configuration, pauses: pauses, now: now)
    }

    package func list(_ query: BucketQuery) async throws -> BucketPage {
        var request = S3Request(.get, query.bucket)
        request.query = [
            ("list-type", "2"), ("encoding-type", "url"), ("max-keys", String(query.limit)), ("prefix", query.prefix),
        ]
        if query.byFolder { request.query.append(("delimiter", "/")) }
        if let token = query.token { request.query.append(("continuation-token", token)) }
        request.limit = Self.pageLimit
        return try await sender.send(request) { answer, request, place -> BucketPage in
            let root = try S3AnswerReading.document(answer, request, place)
            return try ListingDocument.page(root, of: query)
        } missing: { request -> BucketPage in
            throw MosaicError(.notFound, request.subject, "There is no such bucket.")
        }
    }

    package func head(_ key: String, in bucket: BucketName) async throws -> BucketObject? {
        try await sender.send(S3Request(.head, bucket, key: key)) {
            answer, request, _ -> BucketObject? in
            guard let bytes = answer.field("content-length").flatMap({ Int($0) }), bytes >= 0 else {
                throw MosaicError(.unavailable, key, "The server tells no length.")
            }
            return BucketObject(
                key: key, bytes: bytes,
                modified: answer.field("last-modified").flatMap(ServerDate.http) ?? Date(timeIntervalSince1970: 0),
                version: answer.version)
        } missing: { _ in
            nil
        }
    }

    package func get(
        _ key: String, in bucket: BucketName, range: Range<Int>?, limit: Int
    ) async throws -> BucketBody? {
        if let range, range.isEmpty {
            return try await head(key, in: bucket).map { BucketBody(bytes: [], version: $0.version) }
        }
        var request = S3Request(.get, bucket, key: key)
        request.limit = limit
        if let range {
            request.headers = [("Range", "bytes=\(range.lowerBound)-\(range.upperBound - 1)")]
        } else {
            request.headers = [("x-amz-checksum-mode", "ENABLED")]
        }
        let verifier = sender.verifier(of: bucket)
        return try await sender.send(request) { answer, request, place -> BucketBody? in
            try S3AnswerReading.checkIsObject(answer, request, place)
            let version = answer.version
            if let range {
                return BucketBody(bytes: try S3AnswerReading.part(range, of: answer), version: version)
            }
            try verifier.verify(answer)
            return BucketBody(bytes: answer.body, version: version)
        } missing: { _ in
            nil
        }
    }

    package func put(
        _ bytes: [UInt8], at key: String, in bucket: BucketName, type: String
    ) async throws -> ObjectVersion? {
        var request = S3Request(.put, bucket, key: key)
        request.body = bytes
        request.headers = [("Content-Type", type), ("Content-MD5", Data(WeakDigest.md5(bytes)).base64EncodedString())]
        request.limit = 64 << 10
        return try await sender.send(request) { answer, request, _ -> ObjectVersion? in
            if let document = ErrorDocument(answer.body) {
                throw FetchError.interrupted("S3 answers with the error \(document.code).")
            }
            return answer.version
        } missing: { request -> ObjectVersion? in
            throw MosaicError(.notFound, request.bucket.rawValue, "There is no such bucket.")
        }
    }
}

extension StoryboardLibrary {
    /// Returns the same library with access to sources `s3://bucket/prefix/`.
    ///
    /// The client connects at the first read of such a source. The settings are the variables of the AWS tools:
    /// `AWS_ENDPOINT_URL_S3`, `AWS_ENDPOINT_URL`, `AWS_REGION`, `AWS_DEFAULT_REGION`, `AWS_ACCESS_KEY_ID`,
    /// `AWS_SECRET_ACCESS_KEY`, `AWS_SESSION_TOKEN`, `AWS_PROFILE`, `AWS_SHARED_CREDENTIALS_FILE`, `AWS_CONFIG_FILE`,
    /// `AWS_CA_BUNDLE`, and `HOME` for the default paths of the two files. Without credentials, requests are not
    /// signed.
    /// - Parameters:
    ///   - environment: Variables of the process.
    ///   - endpointURL: URL of the server, such as `https://s3.example`; nil uses the environment's, otherwise
    ///     Amazon's.
    /// - Throws: ``MosaicError``: `invalidSettings`, with the variable, the option or the file's line as the subject;
    ///   errors of reading a file.
    public func readingBuckets(
        environment: [String: String], endpointURL: String? = nil
    ) throws -> StoryboardLibrary {
        var library = self
        library.buckets = S3Client(try S3Configuration(environment: environment, endpointURL: endpointURL))
        return library
    }
}
