import MosaicFixtures
import Synchronization
import Testing

@testable import Mosaic

/// A client that is made when it is needed.
struct DeferredBucketsTests {
    @Test func `the client is made once, at the first request`() async throws {
        let bucket = MemoryBucket()
        let count = Mutex(0)
        let client = DeferredBuckets {
            count.withLock { $0 += 1 }
            return bucket
        }
        #expect(count.withLock(\.self) == 0)
        _ = try await client.put([1, 2, 3], at: "a/b", in: bucket.name, type: "text/plain")
        #expect(try await client.head("a/b", in: bucket.name)?.bytes == 3)
        #expect(try await client.get("a/b", in: bucket.name, range: 1..<2, limit: 9)?.bytes == [2])
        let address = try #require(BucketAddress("s3://chapter-screenshots/a"))
        #expect(try await client.list(BucketQuery(address)).objects.map(\.key) == ["a/b"])
        #expect(count.withLock(\.self) == 1)
    }

    @Test func `throws wrong settings at every request`() async throws {
        let wrong = MosaicError(.invalidSettings, "AWS_REGION", "It is no region.")
        let client = DeferredBuckets { throw wrong }
        let address = try #require(BucketAddress("s3://films/"))
        for _ in 0..<2 {
            await #expect(throws: wrong) { try await client.list(BucketQuery(address)) }
        }
    }
}
