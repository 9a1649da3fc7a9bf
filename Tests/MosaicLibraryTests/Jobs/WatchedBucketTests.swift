import MosaicFixtures
import Testing

@testable import Mosaic
@testable import MosaicLibrary

struct WatchedBucketTests {
    @Test func `a listing from the beginning forgets earlier chapters, a further page does not`() async throws {
        let bucket = MemoryBucket()
        let source = ScreenshotSource(folder: "s3://chapter-screenshots/film/")
        let address = try #require(source.bucketAddress)
        let watched = WatchedBucket(bucket, at: address, cache: ChaptersFileCache())
        bucket.store(Array("3".utf8), at: "film/chapters.json")
        var query = BucketQuery(address)
        _ = try await watched.list(query)
        #expect(try await watched.expectedChapters(for: source) == .count(3))
        bucket.remove("film/chapters.json")
        query.token = "film/chapters.json"
        _ = try await watched.list(query)
        #expect(try await watched.expectedChapters(for: source) == .count(3))
        query.token = nil
        _ = try await watched.list(query)
        #expect(try await watched.expectedChapters(for: source) == nil)
    }
}
