/// The client of a program that has none: every request is `unsupported`.
package struct NoBuckets: BucketClient {
    private static let error = MosaicError(
        .unsupported, "s3", "This program is built without the trait Cloud, and reads no buckets.")

    /// A client for every bucket.
    package init() {}

    package func list(_ query: BucketQuery) async throws -> BucketPage { throw Self.error }

    package func head(_ key: String, in bucket: BucketName) async throws -> BucketObject? { throw Self.error }

    package func get(_ key: String, in bucket: BucketName, range: Range<Int>?, limit: Int) async throws -> BucketBody? {
        throw Self.error
    }

    package func put(_ bytes: [UInt8], at key: String, in bucket: BucketName, type: String) async throws
        -> ObjectVersion?
    {
        throw Self.error
    }
}
