import Synchronization

/// Creates the client at the first request, so that a command without a bucket needs no valid S3 settings.
package final class DeferredBuckets: BucketClient {
    private let make: @Sendable () throws -> any BucketClient
    private let made = Mutex<Result<any BucketClient, any Error>?>(nil)

    /// - Parameter make: Creates the client; called once. If it fails, every request throws the error.
    package init(_ make: @escaping @Sendable () throws -> any BucketClient) { self.make = make }

    /// The client of a program without support for buckets: every request is `unsupported`.
    package static let unsupported = DeferredBuckets {
        throw MosaicError(.unsupported, "s3", "This program is built without the trait Cloud, and reads no buckets.")
    }

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

    package func list(_ query: BucketQuery) async throws -> BucketPage { try await client.list(query) }

    package func head(_ key: String, in bucket: BucketName) async throws -> BucketObject? {
        try await client.head(key, in: bucket)
    }

    package func get(_ key: String, in bucket: BucketName, range: Range<Int>?, limit: Int) async throws -> BucketBody? {
        try await client.get(key, in: bucket, range: range, limit: limit)
    }

    package func put(
        _ bytes: [UInt8], at key: String, in bucket: BucketName, type: String
    ) async throws -> ObjectVersion? {
        try await client.put(bytes, at: key, in: bucket, type: type)
    }
}
