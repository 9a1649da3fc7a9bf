import Foundation
import Mosaic
import Synchronization

/// Makes the client at the first request, so that a command without a bucket needs no valid settings of S3.
final class DeferredBuckets: BucketClient {
    private let make: @Sendable () throws -> any BucketClient
    private let made = Mutex<Result<any BucketClient, any Error>?>(nil)

    /// - Parameter make: Makes the client; called once. Every request throws its error.
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
