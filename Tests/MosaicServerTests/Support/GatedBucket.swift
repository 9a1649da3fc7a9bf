import Mosaic
import MosaicFixtures
import TestSupport

/// A bucket whose listings wait at a gate.
struct GatedBucket: BucketClient {
    let bucket: MemoryBucket
    let gate: Gate

    func list(_ query: BucketQuery) async throws -> BucketPage {
        let page = try await bucket.list(query)
        await gate.wait()
        return page
    }

    func head(_ key: String, in bucket: BucketName) async throws -> BucketObject? {
        try await self.bucket.head(key, in: bucket)
    }

    func get(_ key: String, in bucket: BucketName, range: Range<Int>?, limit: Int) async throws -> BucketBody? {
        try await self.bucket.get(key, in: bucket, range: range, limit: limit)
    }

    func put(
        _ bytes: [UInt8], at key: String, in bucket: BucketName, type: String
    ) async throws -> ObjectVersion? {
        try await self.bucket.put(bytes, at: key, in: bucket, type: type)
    }
}
