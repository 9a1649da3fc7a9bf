package import Foundation
package import Mosaic

/// Reads and writes objects of S3 servers over HTTP.
package final class S3Client: BucketClient {
    /// Makes a client, which connects at its first request.
    ///
    /// - Parameter now: The time that requests are signed with.
    package init(_ configuration: S3Configuration, now: @escaping @Sendable () -> Date = { Date() }) {}

    package func list(_ query: BucketQuery) async throws -> BucketPage { fatalError() }

    package func head(_ key: String, in bucket: BucketName) async throws -> BucketObject? { fatalError() }

    package func get(_ key: String, in bucket: BucketName, range: Range<Int>?, limit: Int) async throws -> BucketBody? {
        fatalError()
    }

    package func put(_ bytes: [UInt8], at key: String, in bucket: BucketName, type: String) async throws
        -> ObjectVersion?
    {
        fatalError()
    }
}
