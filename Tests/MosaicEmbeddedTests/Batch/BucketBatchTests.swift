import Foundation
import MosaicEmbedded
import MosaicFixtures
import Testing
import WebVTT

@testable import Mosaic
@testable import MosaicLibrary

/// Batches of screenshots in a bucket.
struct BucketBatchTests {
    private let bucket = MemoryBucket()
    private let films: Films
    private let library: StoryboardLibrary

    init() throws {
        films = try Films()
        var library = films.library
        library.buckets = bucket
        self.library = library
    }

    private func put(_ name: String, chapters: ClosedRange<Int> = 1...3) {
        for number in chapters {
            bucket.store(DrawnScreenshot(number: number).encoded, at: "\(name)/ch\(number)_\(10 * number)s.jpg")
        }
    }

    private func root() throws -> SourceRoot {
        try SourceRoot("s3://\(bucket.name)", by: bucket)
    }

    private func items() async throws -> [Batch.Entry] {
        let walk = try await root().walk(passing: nil)
        return BatchPlan(walk, naming: .path).sources.map { source in
            var request = JobRequest(id: source.id, source: ScreenshotSource(folder: source.place.path))
            request.settings.geometry.width = 40
            request.settle = 0
            return .item(BatchItem(request: request, library: library, label: .init(id: source.id)))
        }
    }

    private func run(_ change: (inout Batch) -> Void = { _ in }) async throws -> [String] {
        await films.run(entries: try await items(), change).map(\.summary)
    }

    private func orphans() async throws -> [BatchPruning.Orphan] {
        let root = try root()
        return try await BatchPruning(root, walk: root.walk(passing: nil)).findings(in: library).orphans
    }

    @Test func `each prefix becomes the storyboard that its folder would become`() async throws {
        put("one")
        put("two/three", chapters: 1...2)
        try films.add("one")
        #expect(try await run() == ["one composed", "\(StoryboardID(naming: "two/three")) composed"])
        let track = try await library.storyboard(StoryboardID(naming: "one"))
        #expect(track?.tiles.map(\.time.milliseconds) == [10_000, 20_000, 30_000])
        let other = try StoryboardLibrary.embedded(at: films.folder.path("other"))
        let folder = BatchItem(request: films.request("one"), library: other, label: .init(id: films.id("one")))
        #expect(await films.run(entries: [.item(folder)]).map(\.summary) == ["one composed"])
        #expect(
            try films.folder.read("library/one/thumbnails.vtt") == films.folder.read("other/one/thumbnails.vtt"))
    }

    @Test func `unchanged prefixes are listed and not read`() async throws {
        put("one")
        put("two")
        _ = try await run { $0.resumes = true }
        bucket.resetRequests()
        #expect(try await run { $0.resumes = true } == ["one unchanged", "two unchanged"])
        #expect(
            bucket.requests.allSatisfy { if case .list = $0 { true } else { false } } && bucket.requests.count == 3 + 2)
        put("two", chapters: 4...4)
        bucket.resetRequests()
        #expect(try await run { $0.resumes = true } == ["one unchanged", "two composed"])
        let read = bucket.requests.filter { $0 == .get("two/ch4_40s.jpg") }
        #expect(!read.isEmpty && bucket.requests.count { if case .get = $0 { true } else { false } } == read.count)
    }

    @Test func `a prefix that cannot be listed fails by itself`() async throws {
        put("one")
        put("two")
        let entries = try await items()
        bucket.fail { $0 == .list(prefix: "one/") ? MosaicError(.unavailable, "one", "It is down.") : nil }
        let results = await films.run(entries: entries)
        #expect(results.map(\.summary) == ["one failed", "two composed"])
        #expect(results.first?.reason == "one: It is down.", "\(results.first?.reason ?? "")")
    }

    @Test func `a storyboard is an orphan when its prefix holds no screenshot any more`() async throws {
        for name in ["emptied", "gone", "kept"] { put(name) }
        #expect(try await run().count == 3)
        #expect(try await orphans().isEmpty)
        for number in 1...3 {
            bucket.remove("gone/ch\(number)_\(10 * number)s.jpg")
            bucket.remove("emptied/ch\(number)_\(10 * number)s.jpg")
        }
        bucket.store([1], at: "emptied/readme.txt")
        bucket.remove("kept/ch1_10s.jpg")
        let orphans = try await orphans()
        #expect(orphans.map(\.id.rawValue) == ["emptied", "gone"])
        #expect(orphans.first?.source == "s3://chapter-screenshots/emptied/")
    }

    @Test func `storyboards of folders and of other prefixes are not orphans`() async throws {
        put("films/kept")
        put("films-2/gone")
        try films.add("local")
        #expect(try await run().count == 2)
        #expect(await films.run().count == 1)
        for number in 1...3 { bucket.remove("films-2/gone/ch\(number)_\(10 * number)s.jpg") }
        try films.folder.remove("films/local")
        let root = try SourceRoot("s3://\(bucket.name)/films/", by: bucket)
        let pruning = try await BatchPruning(root, walk: root.walk(passing: nil))
        let findings = try await pruning.findings(in: library)
        #expect(findings.orphans.isEmpty && findings.total == 1)
    }

    @Test func `while the bucket cannot be listed nothing is an orphan`() async throws {
        for name in ["gone", "kept"] { put(name) }
        #expect(try await run().count == 2)
        for number in 1...3 { bucket.remove("gone/ch\(number)_\(10 * number)s.jpg") }
        bucket.fail { $0 == .list(prefix: "gone/") ? MosaicError(.unavailable, "gone", "It is down.") : nil }
        #expect(try await orphans().isEmpty)
        bucket.fail { $0 == .list(prefix: "kept/") ? MosaicError(.unavailable, "kept", "It is down.") : nil }
        #expect(await failure { _ = try await orphans() }?.code == .refused)
    }
}
