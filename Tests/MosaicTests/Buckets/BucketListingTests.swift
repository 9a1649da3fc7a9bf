import Foundation
import MosaicFixtures
import Testing
import WebVTT

@testable import Mosaic

/// Lists objects: which are screenshots, which are reported, which are left out.
struct BucketListingTests {
    /// Answers any query by the same pages.
    private struct Scripted: BucketClient {
        let page: @Sendable (BucketQuery) -> BucketPage

        func list(_ query: BucketQuery) async throws -> BucketPage { page(query) }
        func head(_ key: String, in bucket: BucketName) async throws -> BucketObject? { nil }
        func get(_ key: String, in bucket: BucketName, range: Range<Int>?, limit: Int) async throws -> BucketBody? {
            nil
        }
        func put(_ bytes: [UInt8], at key: String, in bucket: BucketName, type: String) async throws -> ObjectVersion? {
            nil
        }
    }

    private func object(_ key: String, modified: Double = 0, bytes: Int = 10) -> BucketObject {
        BucketObject(key: key, bytes: bytes, modified: Date(timeIntervalSince1970: modified), version: nil)
    }

    private func list(
        limits: BucketLimits = BucketLimits(), _ page: @escaping @Sendable (BucketQuery) -> BucketPage
    ) async throws -> ScreenshotListing {
        let source = Mosaic.ScreenshotSource(folder: "s3://chapter-screenshots/film/")
        let address = try #require(source.bucketAddress)
        return try await BucketReader(source, at: address, by: Scripted(page: page), limits: limits).list()
    }

    @Test func `the folder's own key, deeper and hidden keys are left out, and other names reported`() async throws {
        let keys = [
            "film/", "film/.hidden.jpg", "film/below/ch8_80s.jpg", "film/chapters.json", "film/cover.jpg",
            "film/ch1_4s.jpg", "film/ch10_900s.jpg", "film/ch2_397s.jpg", "film/ch3\u{7}_4s.jpg", "film/ch4\\5_4s.jpg",
            "film/ch5_8s.webp", "film/..", "other/ch9_9s.jpg",
        ]
        let objects = keys.map { object($0) }
        let listing = try await list { _ in BucketPage(objects: objects, folders: ["film/below/"]) }
        #expect(listing.screenshots.map(\.name) == ["ch1_4s.jpg", "ch2_397s.jpg", "ch10_900s.jpg"])
        #expect(listing.skipped.map(\.name) == ["ch3\u{FFFD}_4s.jpg", "ch4\\5_4s.jpg", "ch5_8s.webp", "cover.jpg"])
        #expect(listing.skipped[0].reason == "Its key has a control character or a backslash.")
        #expect(listing.skipped[2].reason == "WebP is not read; JPEG and PNG are.")
        #expect(listing.remarks.isEmpty)
    }

    @Test func `screenshots that a list for apps cannot name are composed, with a remark`() async throws {
        let objects = ["film/ch1_4s.png", "film/ch2_8s.JPG", "film/ch3_12s.jpg"].map { object($0) }
        let listing = try await list { _ in BucketPage(objects: objects) }
        #expect(listing.screenshots.count == 3)
        #expect(
            listing.remarks == [
                "ch1_4s.png and 1 other cannot be named by GET /geo/chapters/{id}/thumbnails, where names end in .jpg."
            ])
    }

    @Test func `the later of two objects with one index wins`() async throws {
        let objects = [object("film/ch1_4s.jpg", modified: 2), object("film/ch1_9s.jpg", modified: 1)]
        let listing = try await list { _ in BucketPage(objects: objects) }
        #expect(listing.screenshots.map(\.name) == ["ch1_4s.jpg"] && listing.skipped.map(\.name) == ["ch1_9s.jpg"])
    }

    @Test func `a listing of many pages is read to its end, one request for 1 000`() async throws {
        let film = BucketFilm([])
        for number in 1...2_500 { film.memory.store([1], at: "film/" + BucketFilm.name(number)) }
        let listing = try await film.reader().list()
        #expect(listing.screenshots.map(\.chapter) == Array(1...2_500))
        #expect(film.memory.requests.count == 3)
    }

    @Test func `numbered objects are in natural order`() async throws {
        let film = BucketFilm([])
        for number in [10, 9, 2, 1] { film.memory.store([1], at: "film/frame\(number).jpg") }
        let listing = try await film.reader { $0.interval = Timestamp(milliseconds: 5_000) }.list()
        #expect(listing.screenshots.map(\.name) == [1, 2, 9, 10].map { "frame\($0).jpg" })
    }

    @Test func `a server that repeats a page, or lists without end, is refused`() async throws {
        let one = object("film/ch1_4s.jpg")
        #expect(await failure { try await list { _ in BucketPage(objects: [one], next: "a") } }?.code == .unavailable)
        var limits = BucketLimits()
        limits.objects = 50
        #expect(
            await failure {
                try await list(limits: limits) { query in
                    BucketPage(objects: [], next: (query.token ?? "") + "a")
                }
            }?.code == .limitExceeded)
        let many = (1...51).map { object("film/ch\($0)_4s.jpg") }
        #expect(
            await failure { try await list(limits: limits) { _ in BucketPage(objects: many) } }?.code == .limitExceeded)
    }

    @Test func `a prefix that holds no screenshot is an error that names it`() async throws {
        let error = await failure { try await list { _ in BucketPage(objects: []) } }
        #expect(error?.code == .noScreenshots && error?.subject == "film")
    }

    @Test func `only names that apps look for are listed`() {
        #expect(["ch1_4s.jpg", "ch01_004s.jpg"].allSatisfy(ScreenshotName.isListed))
        #expect(
            !["ch1_4s.png", "ch1_4s.JPG", "ch1_4s.jpeg", "ch1_4.jpg", "xch1_4s.jpg"].contains(
                where: ScreenshotName.isListed))
    }
}
