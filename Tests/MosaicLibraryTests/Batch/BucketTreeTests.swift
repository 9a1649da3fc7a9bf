import MosaicFixtures
import Synchronization
import Testing
import WebVTT

@testable import Mosaic
@testable import MosaicLibrary

/// Finding prefixes of a bucket that hold screenshots.
struct BucketTreeTests {
    private let bucket = MemoryBucket()

    private func put(_ keys: String...) {
        for key in keys { bucket.store([1], at: key) }
    }

    private func walk(_ address: String = "s3://chapter-screenshots/", interval: Bool = false) async throws
        -> SourceTree.Walk
    {
        let root = try #require(BucketAddress(address))
        return try await BucketTree(root: root, interval: interval ? Timestamp(milliseconds: 1_000) : nil, by: bucket)
            .walk()
    }

    @Test func `prefixes with screenshots are found at any depth, in the order of their keys`() async throws {
        put(
            "b/ch1_0s.jpg", "a/x/y/ch2_10s.PNG", "a/ch1_0s.jpeg", "a-b/ch1_0s.jpg", "none/cover.jpg",
            "none/deep/readme.txt", "Ü/ch1_0s.jpg", "-x/ch1_0s.jpg", "film.mp4")
        let found = try await walk()
        #expect(found.folders.map(\.name) == ["-x", "a-b", "a", "a/x/y", "b", "Ü"])
        #expect(found.folders.first?.path == "s3://chapter-screenshots/-x/")
        #expect(found.films.isEmpty && found.unreadable.isEmpty)
    }

    @Test func `ids are directly below the root in both layouts`() async throws {
        put("one/ch1_0s.jpg", "chapter-screenshots/two/ch1_0s.jpg")
        #expect(try await walk("s3://chapter-screenshots/chapter-screenshots").folders.map(\.name) == ["two"])
        let own = try await walk("s3://chapter-screenshots/one/").folders
        #expect(own == [SourceTree.Folder(path: "s3://chapter-screenshots/one/", name: "one")])
    }

    @Test func `the whole bucket may hold screenshots and goes by its name`() async throws {
        put("ch1_0s.jpg", "more/ch1_0s.jpg")
        #expect(try await walk().folders.map(\.name) == ["chapter-screenshots", "more"])
    }

    @Test func `hidden prefixes and published storyboards are passed by`() async throws {
        put(
            "#recycle/a/1.jpg", "kept/@eaDir/1.jpg", ".hidden/ch1_0s.jpg", "made/1.jpg", "made/mosaic.json",
            "made/below/1.jpg", "kept/1.jpg", "none/cover.jpg")
        #expect(try await walk(interval: true).folders.map(\.name) == ["kept"])
        #expect(try await walk().isEmpty)
    }

    @Test func `prefixes that cannot be the name of a storyboard are reported`() async throws {
        put("a//ch1_0s.jpg", "b/../ch1_0s.jpg", "b/./ch1_0s.jpg", "c\n/ch1_0s.jpg", "a/ch1_0s.jpg")
        let found = try await walk()
        #expect(found.folders.map(\.name) == ["a"])
        #expect(found.unreadable.map(\.name).sorted() == ["a/", "b/.", "b/..", "c\n"])
    }

    @Test func `a prefix of many pages is read to its end`() async throws {
        for number in 0..<2_500 { put("films/\(number)/ch1_0s.jpg") }
        #expect(try await walk("s3://chapter-screenshots/films").folders.count == 2_500)
        #expect(bucket.requests.count == 3 + 2_500)
    }

    @Test func `an unreadable prefix is reported, and an unreadable root is an error`() async throws {
        put("a/ch1_0s.jpg", "b/ch1_0s.jpg")
        bucket.fail { $0 == .list(prefix: "a/") ? MosaicError(.refused, "a", "No permission.") : nil }
        let found = try await walk()
        #expect(found.folders.map(\.name) == ["b"])
        #expect(found.unreadable == [SkippedFile(name: "a", reason: "No permission.")])
        bucket.fail { _ in MosaicError(.refused, "chapter-screenshots", "No permission.") }
        await #expect(throws: MosaicError(.refused, "chapter-screenshots", "No permission.")) { try await walk() }
    }

    @Test func `no more than eight prefixes are listed at a time`() async throws {
        for number in 0..<40 { put("films/\(number)/ch1_0s.jpg") }
        let counted = CountedBucket(bucket)
        let root = try #require(BucketAddress("s3://chapter-screenshots/"))
        #expect(try await BucketTree(root: root, by: counted).walk().folders.count == 40)
        #expect(counted.most == 8)
    }
}

/// Holds every request until as many wait as are going to.
private final class CountedBucket: BucketClient {
    private let bucket: MemoryBucket
    private let counts = Mutex((now: 0, most: 0))

    init(_ bucket: MemoryBucket) { self.bucket = bucket }

    /// The most requests at a time.
    var most: Int { counts.withLock(\.most) }

    func list(_ query: BucketQuery) async throws -> BucketPage {
        counts.withLock { counts in
            counts.now += 1
            counts.most = max(counts.most, counts.now)
        }
        try await Task.sleep(for: .milliseconds(20))
        counts.withLock { $0.now -= 1 }
        return try await bucket.list(query)
    }

    func head(_ key: String, in bucket: BucketName) async throws -> BucketObject? { nil }

    func get(_ key: String, in bucket: BucketName, range: Range<Int>?, limit: Int) async throws -> BucketBody? { nil }

    func put(_ bytes: [UInt8], at key: String, in bucket: BucketName, type: String) async throws -> ObjectVersion? {
        nil
    }
}
