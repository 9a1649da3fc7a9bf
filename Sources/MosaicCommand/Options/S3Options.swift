import ArgumentParser
import CommandSupport
import Foundation
import Mosaic
import Synchronization

#if Cloud
    import MosaicCloud
#endif

/// Options for the connection to buckets. Credentials are not options, because every user of a machine sees the
/// arguments of processes.
struct S3Options: OptionTable {
    var endpointURL: String?
    var anonymous = false

    static let options: [DeclaredOption<S3Options>] = [
        .option(
            \.endpointURL, "endpoint-url", value: "url",
            """
            The S3 server of s3://bucket/prefix/, such as http://minio:9000; by default the one that AWS_ENDPOINT_URL_S3 \
            or AWS_ENDPOINT_URL names, else Amazon's in the region AWS_REGION.
            """),
        .flag(
            \.anonymous, "anonymous",
            """
            Sign no request. Otherwise AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY sign, with AWS_SESSION_TOKEN where it \
            is set, or the profile AWS_PROFILE in AWS_SHARED_CREDENTIALS_FILE, ~/.aws/credentials by default.
            """),
    ]

    /// Reads buckets; nil in a program without the trait Cloud, which refuses every bucket.
    var buckets: (any BucketClient)? {
        #if Cloud
            let (endpointURL, anonymous) = (endpointURL, anonymous)
            return DeferredBuckets {
                try S3Client(
                    S3Configuration(
                        environment: ProcessInfo.processInfo.environment, endpointURL: endpointURL,
                        isAnonymous: anonymous))
            }
        #else
            return nil
        #endif
    }
}

/// Creates the client at the first request, so that a command without a bucket needs no valid S3 settings.
final class DeferredBuckets: BucketClient {
    private let make: @Sendable () throws -> any BucketClient
    private let made = Mutex<Result<any BucketClient, any Error>?>(nil)

    /// - Parameter make: Creates the client; called once. If it fails, every request throws the error.
    init(_ make: @escaping @Sendable () throws -> any BucketClient) { self.make = make }

    private var client: any BucketClient {
        get throws {
            try made.withLock { made in
                if let made { return made }
                let result = Result(catching: make)
                made = result
                return result
            }.get()
        }
    }

    func list(_ query: BucketQuery) async throws -> BucketPage { try await client.list(query) }

    func head(_ key: String, in bucket: BucketName) async throws -> BucketObject? {
        try await client.head(key, in: bucket)
    }

    func get(_ key: String, in bucket: BucketName, range: Range<Int>?, limit: Int) async throws -> BucketBody? {
        try await client.get(key, in: bucket, range: range, limit: limit)
    }

    func put(_ bytes: [UInt8], at key: String, in bucket: BucketName, type: String) async throws -> ObjectVersion? {
        try await client.put(bytes, at: key, in: bucket, type: type)
    }
}
