import Foundation
import HTTPTypes
import Logging
import Mosaic
import MosaicFixtures
import Synchronization
import TestSupport
import Testing
import Tiers

@testable import MosaicServer

struct BucketChapterCacheTests {
    /// A clock that stands still until it is set forward.
    private final class Clock: Sendable {
        private let time = Mutex(ContinuousClock.now)
        var now: ContinuousClock.Instant { time.withLock { $0 } }
        func advance(_ duration: Duration) { time.withLock { $0 += duration } }
    }

    private struct Down: Error {}

    private let bucket = MemoryBucket()
    private let clock = Clock()
    private let film = StoryboardID(naming: "film")

    private func lists(
        _ root: String = "s3://chapter-screenshots/", by client: (any BucketClient)? = nil,
        timing: BucketChapterCache.Timing = BucketChapterCache.Timing()
    ) throws -> BucketChapterCache {
        var settings = ServerSettings()
        let root = try #require(BucketAddress(root))
        settings.work.screenshots = root
        settings.screenshotsURL = "https://s3.example/chapter-screenshots"
        return BucketChapterCache(
            root, by: client ?? bucket, urls: try #require(try ScreenshotURLs(settings)), timing: timing,
            logger: .silent, now: { [clock] in clock.now })
    }

    @Test func `a list is the answer for some seconds, and then there is another look`() async throws {
        let lists = try lists()
        bucket.store([1], at: "film/ch1_4s.jpg")
        #expect(try await lists.list(of: film).list.names == ["ch1_4s.jpg"])
        bucket.store([1], at: "film/ch2_9s.jpg")
        clock.advance(.seconds(4))
        let held = try await lists.list(of: film)
        #expect(held.list.names.count == 1 && held.age == .seconds(4) && bucket.requests.count == 1)
        clock.advance(.seconds(1))
        let next = try await lists.list(of: film)
        #expect(next.list.names.count == 2 && next.age == .zero && bucket.requests.count == 2)
        #expect(bucket.requests.allSatisfy { $0 == .list(prefix: "film/") })
    }

    @Test func `the root determines the layout of the bucket`() async throws {
        bucket.store([1], at: "chapter-screenshots/film/ch1_4s.jpg")
        #expect(try await lists().list(of: film).list.names == [])
        let below = try lists("s3://chapter-screenshots/chapter-screenshots")
        #expect(try await below.list(of: film).list.names == ["ch1_4s.jpg"])
        #expect(below.url(of: "ch1_4s.jpg", film) == "https://s3.example/chapter-screenshots/film/ch1_4s.jpg")
    }

    @Test func `a thousand concurrent requests share one listing`() async throws {
        let gate = Gate()
        let lists = try lists(by: GatedBucket(bucket: bucket, gate: gate))
        bucket.store([1], at: "film/ch1_4s.jpg")
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<1_000 { group.addTask { try await lists.list(of: film).list.names.count } }
            while gate.waiting == 0 { await Task.yield() }
            gate.open()
            for try await count in group { #expect(count == 1) }
        }
        #expect(bucket.requests.count == 1)
    }

    @Test func `serves the last list with its age for a minute while the bucket is down`() async throws {
        let lists = try lists()
        bucket.store([1], at: "film/ch1_4s.jpg")
        _ = try await lists.list(of: film)
        bucket.fail { _ in Down() }
        clock.advance(.seconds(59))
        let last = try await lists.list(of: film)
        #expect(last.list.names == ["ch1_4s.jpg"] && last.age == .seconds(59))
        clock.advance(.seconds(1))
        let error = await #expect(throws: RequestError.self) { try await lists.list(of: film) }
        #expect(error?.code == .unavailable && error?.fields[.retryAfter] == "5")
        bucket.fail(nil)
        clock.advance(.seconds(1))
        #expect(try await lists.list(of: film).age == .zero)
    }

    @Test func `after a failure there is no other look for a second`() async throws {
        let lists = try lists()
        bucket.fail { _ in MosaicError(.refused, "chapter-screenshots", "Access is denied.") }
        for _ in 0..<5 {
            let error = await #expect(throws: RequestError.self) { try await lists.list(of: film) }
            #expect(error?.code == .unavailable)
        }
        #expect(bucket.requests.count == 1)
        clock.advance(.seconds(1))
        await #expect(throws: RequestError.self) { try await lists.list(of: film) }
        #expect(bucket.requests.count == 2)
    }

    @Test func `an event makes the next request list again, also during a listing`() async throws {
        let gate = Gate()
        let lists = try lists(by: GatedBucket(bucket: bucket, gate: gate))
        async let first = lists.list(of: film)
        while gate.waiting == 0 { await Task.yield() }
        bucket.store([1], at: "film/ch1_4s.jpg")
        lists.invalidate(film)
        gate.pass()
        // The first look began before the object was there, and is not held.
        #expect(try await first.list.names == [])
        gate.open()
        #expect(try await lists.list(of: film).list.names == ["ch1_4s.jpg"])
        bucket.store([1], at: "film/ch2_9s.jpg")
        lists.invalidate(film)
        #expect(try await lists.list(of: film).list.names.count == 2)
        // What an event concerns stays for the case that the bucket fails.
        lists.invalidate(film)
        bucket.fail { _ in Down() }
        #expect(try await lists.list(of: film).list.names.count == 2)
    }

    @Test func `a bucket that does not answer in time is down`() async throws {
        struct Silent: BucketClient {
            func list(_ query: BucketQuery) async throws -> BucketPage {
                try await Task.sleep(for: .seconds(3_600))
                return BucketPage(objects: [])
            }
            func head(_ key: String, in bucket: BucketName) async throws -> BucketObject? { nil }
            func get(
                _ key: String, in bucket: BucketName, range: Range<Int>?, limit: Int
            ) async throws -> BucketBody? { nil }
            func put(
                _ bytes: [UInt8], at key: String, in bucket: BucketName, type: String
            ) async throws -> ObjectVersion? { nil }
        }
        var timing = BucketChapterCache.Timing()
        timing.deadline = .milliseconds(1)
        let lists = try lists(by: Silent(), timing: timing)
        let error = await #expect(throws: RequestError.self) { try await lists.list(of: film) }
        #expect(error?.code == .unavailable)
    }

    @Test(.thorough) func `lists of many storyboards take bounded memory`() async throws {
        let lists = try lists()
        for number in 0..<300 {
            for chapter in 1...400 { bucket.store([], at: "\(number)/ch\(chapter)_\(chapter)s.jpg") }
        }
        for number in 0..<300 { _ = try await lists.list(of: StoryboardID(naming: "\(number)")) }
        #expect((1...8 << 20).contains(lists.purge()))
        #expect(lists.purge() == 0)
    }
}
