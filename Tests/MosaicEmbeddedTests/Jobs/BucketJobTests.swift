import Foundation
import MosaicFixtures
import Testing
import WebVTT

@testable import Mosaic
@testable import MosaicLibrary

/// Jobs whose screenshots appear in a bucket.
struct BucketJobTests {
    private let bucket = MemoryBucket()
    private let shop: Workshop

    init() throws { shop = try Workshop(buckets: bucket) }

    private func put(_ numbers: Int...) {
        for number in numbers { bucket.store(DrawnScreenshot(number: number).encoded, at: Self.key(number)) }
    }

    private static func key(_ number: Int) -> String { "film/ch\(number)_\(10 * number)s.jpg" }

    private func announce(_ text: String) { bucket.store(Array(text.utf8), at: "film/chapters.json") }

    private func request(_ change: (inout JobRequest) -> Void = { _ in }) -> JobRequest {
        var request = JobRequest(id: shop.id, source: .init(folder: "s3://chapter-screenshots/film/"))
        request.settings.geometry.width = 40
        request.settings.geometry.grid = TileGrid(columns: 2, rows: 2)
        change(&request)
        return request
    }

    @discardableResult
    private func submit(_ change: (inout JobRequest) -> Void = { _ in }) async throws -> Job {
        try await shop.library.catalog.submit(request(change))
    }

    private func notify() async throws {
        let number = try #require(try await shop.job).number
        _ = try await shop.library.catalog.update(number) { $0.notify(now: $1) }
    }

    /// The status after an attempt.
    private func look(_ worker: JobWorker? = nil, after seconds: Double = 0) async throws -> String? {
        shop.pass(seconds: seconds)
        return try await shop.look(worker)?.status
    }

    // MARK: The number of chapters

    @Test func `objects are counted as they appear, and the last expected one completes`() async throws {
        try await submit { $0.expected = .count(3) }
        #expect(try await look() == "PENDING")
        for (number, status) in [(2, "PROCESSING 1/3"), (3, "PROCESSING 2/3"), (1, "COMPLETED")] {
            put(number)
            #expect(try await look(after: 5) == status)
        }
        #expect(try await shop.shown == [1, 2, 3])
    }

    @Test func `a known number of chapters is awaited for ten minutes`() async throws {
        try await submit { $0.expected = .count(3) }
        put(1, 2)
        #expect(try await look() == "PROCESSING 2/3")
        #expect(try await look(after: 599) == "PROCESSING 2/3")
        #expect(try await look(after: 1) == "COMPLETED")
    }

    @Test func `without a number a minute of silence completes, not less`() async throws {
        try await submit()
        put(1)
        #expect(try await look() == "PROCESSING 1/1")
        #expect(try await look(after: 59) == "PROCESSING 1/1")
        put(2)
        #expect(try await look(after: 1) == "PROCESSING 2/2")
        #expect(try await look(after: 59) == "PROCESSING 2/2")
        #expect(try await look(after: 1) == "COMPLETED")
    }

    @Test func `a job without screenshots fails after a minute`() async throws {
        try await submit()
        #expect(try await look(after: 59) == "PENDING")
        #expect(try await look(after: 1)?.hasPrefix("FAILED film: ") == true)
    }

    @Test func `a number beside the objects completes at once, and is read once for each version`() async throws {
        let worker = shop.worker()
        announce("3")
        try await submit()
        #expect(try await look(worker) == "PENDING")
        #expect(try await shop.job?.totalChapters == 3)
        put(1, 2)
        #expect(try await look(worker, after: 5) == "PROCESSING 2/3")
        #expect(try await look(worker, after: 300) == "PROCESSING 2/3", "It would be complete without the number.")
        #expect(bucket.requests.count { $0 == .get("film/chapters.json") } == 1)
        announce(#"{"chapters": 4}"#)
        put(3)
        #expect(try await look(worker, after: 10) == "PROCESSING 3/4")
        #expect(bucket.requests.count { $0 == .get("film/chapters.json") } == 2)
        put(4)
        #expect(try await look(worker, after: 5) == "COMPLETED")
    }

    @Test func `a list beside the objects gives titles, and only its chapters count`() async throws {
        announce(#"[{"index":1,"time":10,"title":"One"},{"index":2,"time":20,"title":"Two"}]"#)
        try await submit()
        put(1, 7)
        #expect(try await look() == "PROCESSING 1/2")
        put(2)
        #expect(try await look(after: 5) == "COMPLETED")
        #expect(try await shop.library.storyboard(shop.id)?.tiles.map(\.title) == ["One", "Two", nil])
    }

    @Test func `a submitted number wins over the one beside the objects`() async throws {
        announce("1")
        try await submit { $0.expected = .count(2) }
        put(1)
        #expect(try await look() == "PROCESSING 1/2")
        put(2)
        #expect(try await look(after: 5) == "COMPLETED")
        #expect(!bucket.requests.contains(.get("film/chapters.json")))
    }

    @Test func `a list that cannot be read completes nothing, and can be replaced`() async throws {
        let fault = "FAILED chapters.json: It is neither a number nor a list"
        announce("three")
        try await submit()
        put(1, 2)
        #expect(try await look() == "PROCESSING 2/2")
        #expect(try await look(after: 60)?.hasPrefix(fault) == true)
        #expect(try await shop.shown == [1, 2])
        announce("2")
        try await notify()
        #expect(try await look() == "COMPLETED")
    }

    @Test func `numbered objects are counted regardless of the chapters in a list`() async throws {
        for number in 1...3 { bucket.store(DrawnScreenshot(number: number).encoded, at: "film/\(number).jpg") }
        announce(#"[{"index":8,"time":1},{"index":9,"time":2},{"index":10,"time":3}]"#)
        try await submit { $0.source.interval = .init(milliseconds: 10_000) }
        #expect(try await look() == "COMPLETED")
    }

    // MARK: Requests and failures

    @Test func `an attempt without news lists once and reads nothing`() async throws {
        let worker = shop.worker()
        try await submit { $0.expected = .count(3) }
        put(1, 2)
        #expect(try await look(worker) == "PROCESSING 2/3")
        bucket.resetRequests()
        for _ in 1...3 { #expect(try await look(worker, after: 60) == "PROCESSING 2/3") }
        #expect(bucket.requests == Array(repeating: .list(prefix: "film/"), count: 3))
    }

    @Test func `a broken download is a placeholder until it succeeds`() async throws {
        try await submit { $0.expected = .count(2) }
        put(1, 2)
        bucket.fail { $0 == .get(Self.key(2)) ? MosaicError(.unavailable, "s3", "The connection was lost.") : nil }
        #expect(try await look() == "PROCESSING 1/2")
        #expect(try await shop.shown == [1, 0])
        bucket.fail(nil)
        #expect(try await look(after: 5) == "COMPLETED")
        #expect(try await shop.shown == [1, 2])
    }

    @Test func `with a broken download nothing is complete, and ten attempts are enough`() async throws {
        try await submit()
        put(1, 2)
        bucket.fail { $0 == .get(Self.key(2)) ? MosaicError(.unavailable, "s3", "The connection was lost.") : nil }
        #expect(try await look() == "PROCESSING 1/2")
        for _ in 1...9 { #expect(try await look(after: 300) == "PROCESSING 1/2") }
        #expect(
            try await look(after: 300)
                == "FAILED ch2_20s.jpg: The connection was lost. It was tried 10 times.")
        bucket.fail(nil)
        try await notify()
        #expect(try await look() == "PROCESSING 2/2")
        #expect(try await look(after: 60) == "COMPLETED")
        #expect(try await shop.shown == [1, 2])
    }

    @Test func `without permission a job fails at once`() async throws {
        try await submit { $0.expected = .count(2) }
        bucket.fail { _ in MosaicError(.refused, "chapter-screenshots", "The key may not list the bucket.") }
        #expect(try await look() == "FAILED chapter-screenshots: The key may not list the bucket.")
    }

    @Test func `a server that does not answer is asked again`() async throws {
        try await submit { $0.expected = .count(1) }
        put(1)
        bucket.fail { _ in MosaicError(.unavailable, "s3", "It does not answer.") }
        #expect(try await look() == "PENDING")
        bucket.fail(nil)
        #expect(try await look(after: 5) == "COMPLETED")
    }

    // MARK: Afterwards

    @Test func `a report without news ends as before, with one request`() async throws {
        let worker = shop.worker()
        try await submit()
        put(1)
        #expect(try await look(worker) == "PROCESSING 1/1")
        #expect(try await look(worker, after: 60) == "COMPLETED")
        bucket.resetRequests()
        try await notify()
        #expect(try await look(worker) == "COMPLETED")
        #expect(bucket.requests == [.list(prefix: "film/")])
        put(2)
        try await notify()
        #expect(try await look(worker, after: 5) == "PROCESSING 2/2")
        #expect(try await look(worker, after: 60) == "COMPLETED")
    }

    @Test func `a removed object leaves the storyboard, and a cancelled job stays cancelled`() async throws {
        try await submit { $0.expected = .count(2) }
        put(1, 2)
        #expect(try await look() == "COMPLETED")
        bucket.remove(Self.key(1))
        try await notify()
        #expect(try await look(after: 5) == "PROCESSING 1/2")
        #expect(try await shop.shown == [2])
        let number = try #require(try await shop.job).number
        _ = try await shop.library.catalog.update(number) { $0.cancel(now: $1) }
        put(1)
        try await notify()
        #expect(try await look(after: 5) == nil)
    }

    @Test func `a retry by hand waits anew`() async throws {
        let job = try await submit()
        put(1)
        #expect(try await look() == "PROCESSING 1/1")
        #expect(try await look(after: 60) == "COMPLETED")
        _ = try await shop.library.catalog.update(job.number) { $0.retry(now: $1) }
        #expect(try await look() == "PROCESSING 1/1")
        #expect(try await look(after: 60) == "COMPLETED")
    }

    @Test func `a screenshot is removed by name only after its object, while the bucket answers`() async throws {
        try await submit { $0.expected = .count(2) }
        put(1, 2)
        #expect(try await look() == "COMPLETED")
        let name = try #require(ScreenshotName("ch1_10s.jpg"))
        #expect(await failure { try await shop.library.removeScreenshot(name, of: shop.id) }?.code == .refused)
        bucket.remove(Self.key(1))
        bucket.fail { _ in MosaicError(.unavailable, "s3", "It does not answer.") }
        #expect(await failure { try await shop.library.removeScreenshot(name, of: shop.id) }?.code == .unavailable)
        bucket.fail(nil)
        #expect(try await shop.library.removeScreenshot(name, of: shop.id) != nil)
        #expect(try await look() == "PROCESSING 1/2")
        #expect(try await shop.shown == [2])
    }

    @Test func `another prefix is the same source only with the same objects`() async throws {
        try await submit { $0.expected = .count(2) }
        put(1, 2)
        #expect(try await look() == "COMPLETED")
        for number in 1...2 {
            bucket.store(DrawnScreenshot(number: number).encoded, at: "copy/ch\(number)_\(10 * number)s.jpg")
        }
        let copy = request { $0.source.folder = "s3://chapter-screenshots/copy/" }
        try await shop.library.claim(copy)
        bucket.store(Array(DrawnScreenshot(number: 2).encoded.dropLast()), at: "copy/ch2_20s.jpg")
        let refusal = await failure { try await shop.library.claim(copy) }
        #expect(refusal?.code == .refused)
        #expect(refusal?.reason.hasPrefix("It is made of the folder film, not of copy;") == true)
        try await shop.library.claim(copy, adopting: true)
        bucket.fail { _ in MosaicError(.unavailable, "s3", "It does not answer.") }
        #expect(await failure { try await shop.library.claim(copy) }?.code == .unavailable)
    }
}
