import Foundation
import MosaicFixtures
import Testing

@testable import Mosaic
@testable import MosaicEmbedded
@testable import MosaicLibrary

/// Storyboards of a bucket, of which the catalog records the fingerprint.
struct BrokenDownloadsTests {
    private let folder = TemporaryFolder()
    private let library: StoryboardLibrary
    private let bucket = MemoryBucket()
    private let request: JobRequest

    init() throws {
        var library = try StoryboardLibrary.embedded(at: folder.makeFolder("library"))
        library.buckets = bucket
        self.library = library
        var request = JobRequest(
            id: StoryboardID(naming: "film"), source: ScreenshotSource(folder: "s3://chapter-screenshots/film/"))
        request.settings.geometry.width = 40
        self.request = request
        for number in 1...3 {
            bucket.store(DrawnScreenshot(number: number).encoded, at: "film/ch\(number)_\(number)0s.jpg")
        }
    }

    /// Composes unless nothing has changed; the number of downloads, and of placeholders.
    private func update() async throws -> (downloads: Int, placeholders: Int, isCurrent: Bool) {
        bucket.resetRequests()
        let listing = try await library.reader(of: request.source).list()
        let fingerprint = try SourceFingerprint.of(listing, for: request)
        var isCurrent = try await library.isCurrent(request.id, fingerprint: fingerprint)
        if !isCurrent {
            try await library.compose(
                request.composition(of: listing), settings: request.settings, fingerprint: fingerprint)
        }
        let storyboard = try #require(try await library.storyboard(request.id))
        isCurrent = try await library.isCurrent(request.id, fingerprint: fingerprint)
        return (bucket.requests.count - 1, storyboard.placeholders.count, isCurrent)
    }

    @Test func `a storyboard of a bucket is current until an ETag changes`() async throws {
        #expect(try await update() == (3, 0, true))
        #expect(try await update() == (0, 0, true))
        bucket.store(DrawnScreenshot(number: 2).encoded, at: "film/ch2_20s.jpg")
        #expect(try await update() == (1, 0, true))
        #expect(try await update() == (0, 0, true))
    }

    @Test func `a storyboard with a broken download is not current, although the bucket is unchanged`() async throws {
        bucket.fail { $0 == .get("film/ch2_20s.jpg") ? MosaicError(.unavailable, "s3", "Throttled.") : nil }
        #expect(try await update() == (3, 1, false))
        #expect(try await update() == (1, 1, false))
        bucket.fail(nil)
        #expect(try await update() == (1, 0, true))
        #expect(try await update() == (0, 0, true))
    }
}
