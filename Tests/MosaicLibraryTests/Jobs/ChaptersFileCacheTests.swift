import Testing
import WebVTT

@testable import Mosaic
@testable import MosaicLibrary

struct ChaptersFileCacheTests {
    private func address(_ id: String) throws -> BucketAddress { try #require(BucketAddress("s3://bucket/\(id)/")) }

    private func list(_ count: Int) -> ExpectedChapters {
        .list((1...count).map { .init(index: $0, time: Timestamp(milliseconds: Int64($0))) })
    }

    @Test func `only the version that was read is known`() throws {
        let cache = ChaptersFileCache()
        let film = try address("film")
        let version = ObjectVersion(rawValue: "a")
        #expect(cache.chapters(at: film, version: version) == nil)
        cache.keep(.success(.count(3)), at: film, version: version)
        #expect(try cache.chapters(at: film, version: version)?.get() == .count(3))
        #expect(cache.chapters(at: film, version: ObjectVersion(rawValue: "b")) == nil)
        #expect(cache.chapters(at: film, version: nil) == nil)
        #expect(cache.chapters(at: try address("other"), version: version) == nil)
        #expect(cache.latest(at: film) == .count(3))
        cache.keep(.success(nil), at: film, version: nil)
        #expect(cache.latest(at: film) == nil)
    }

    @Test func `without a version nothing is known, and a fault is known like a list`() throws {
        let cache = ChaptersFileCache()
        let film = try address("film")
        cache.keep(.success(.count(3)), at: film, version: nil)
        #expect(cache.chapters(at: film, version: nil) == nil)
        let version = ObjectVersion(rawValue: "a")
        cache.keep(.failure(MosaicError(.malformed, "chapters.json", "No.")), at: film, version: version)
        #expect(throws: MosaicError.self) { try cache.chapters(at: film, version: version)?.get() }
        #expect(cache.latest(at: film) == nil)
    }

    @Test func `the lists used last are held within the limit`() throws {
        let cache = ChaptersFileCache()
        let version = ObjectVersion(rawValue: "a")
        for number in 1...50 {
            cache.keep(.success(list(10_000)), at: try address("\(number)"), version: version)
            // The first one is always in use.
            #expect(cache.chapters(at: try address("1"), version: version) != nil)
        }
        let held = try (1...50).filter { cache.latest(at: try address("\($0)")) != nil }
        #expect(held.contains(1) && held.contains(50))
        #expect((15...20).contains(held.count), "\(held)")
    }

    @Test func `one of several callers checks the object, and again after a while`() throws {
        let cache = ChaptersFileCache()
        let film = try address("film")
        let start = ContinuousClock.now
        #expect(cache.beginCheck(at: film, now: start))
        #expect(!cache.beginCheck(at: film, now: start + .seconds(14)))
        #expect(cache.latest(at: film) == nil)
        cache.keep(.success(.count(3)), at: film, version: nil)
        #expect(cache.beginCheck(at: film, now: .now + .seconds(16)))
        #expect(cache.latest(at: film) == .count(3), "known until it is read again")
    }
}
