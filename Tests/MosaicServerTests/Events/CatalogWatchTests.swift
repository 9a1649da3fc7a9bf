import Foundation
import Mosaic
import MosaicEmbedded
import MosaicFixtures
import Testing

@testable import MosaicLibrary
@testable import MosaicServer

/// A catalog that another connection to its file changes, as another process does.
struct CatalogWatchTests {
    private let folder = TemporaryFolder()
    private let watched: StoryboardLibrary
    private let other: StoryboardLibrary

    init() throws {
        let path = try folder.makeFolder("library")
        watched = try StoryboardLibrary.embedded(at: path)
        other = try StoryboardLibrary.embedded(at: path)
    }

    private func entry(_ id: String, tiles: Int = 5, at seconds: Double = 0) -> CatalogEntry {
        let time = Date(timeIntervalSince1970: 1_700_000_000 + seconds)
        return CatalogEntry(
            id: StoryboardID(naming: id), title: nil, tiles: tiles, duration: nil, bytes: 7, created: time,
            updated: time, fingerprint: nil)
    }

    @discardableResult
    private func submit(_ id: String) async throws -> Job {
        try await other.catalog.submit(
            JobRequest(id: StoryboardID(naming: id), source: ScreenshotSource(folder: "/nowhere")), priority: .batch)
    }

    /// Looks at the catalog from time to time.
    private final class Watcher {
        private var watch: CatalogWatch

        init(_ library: StoryboardLibrary) async throws { watch = try await CatalogWatch(library.catalog) }

        /// The changes in short: `job film pending 0`, `storyboard film 5`, `removed film`, `unknown`.
        func look(hints: [String] = []) async throws -> [String] {
            try await watch.look(hints: Set(hints.map { StoryboardID(naming: $0) })).map { change in
                switch change {
                case .job(let job, _): "job \(job.storyboard) \(job.state.rawValue) \(job.completedChapters)"
                case .storyboard(let entry, _): "storyboard \(entry.id) \(entry.tiles)"
                case .removed(let id): "removed \(id)"
                case .unknown: "unknown"
                }
            }
        }
    }

    @Test func `entries from before the watch are not changes`() async throws {
        try await other.catalog.put(entry("film"))
        try await submit("second")
        let watch = try await Watcher(watched)
        #expect(try await watch.look() == [])
    }

    @Test func `reports a job from submission to end, and ignores heartbeats`() async throws {
        let watch = try await Watcher(watched)
        let job = try await submit("film")
        #expect(try await watch.look() == ["job film pending 0"])
        let leased = try #require(try await other.catalog.lease(to: "elsewhere", for: 60, of: nil))
        _ = try await watch.look()
        for _ in 1...2 {
            _ = try await other.catalog.heartbeat(job.number, attempt: leased.attempt, for: 60) { _, _ in }
        }
        #expect(try await watch.look() == [])
        _ = try await other.catalog.heartbeat(job.number, attempt: leased.attempt, for: 60) { job, now in
            job.progress(completed: 2, total: 4, lastArrival: now, now: now)
        }
        #expect(try await watch.look() == ["job film processing 2"])
        try await other.catalog.put(entry("film"))
        _ = try await other.catalog.update(job.number, attempt: leased.attempt) { $0.finish(.complete, now: $1) }
        #expect(try await watch.look() == ["job film completed 2", "storyboard film 5"])
        #expect(try await watch.look() == [])
        _ = try await other.catalog.update(job.number, attempt: nil) { $0.retry(now: $1) }
        #expect(try await watch.look() == ["job film pending 0"])
        _ = try await other.catalog.update(job.number, attempt: nil) { $0.cancel(now: $1) }
        #expect(try await watch.look() == ["job film cancelled 0"])
    }

    @Test func `reports a job that was leased and finished between two polls`() async throws {
        let job = try await submit("film")
        let watch = try await Watcher(watched)
        let leased = try #require(try await other.catalog.lease(to: "elsewhere", for: 60, of: nil))
        _ = try await other.catalog.update(job.number, attempt: leased.attempt) {
            $0.finish(.fail(reason: "It cannot be made."), now: $1)
        }
        #expect(try await watch.look() == ["job film failed 0"])
    }

    @Test func `one job begins and another one ends between two looks, which the counts do not show`() async throws {
        let first = try await submit("first")
        let leased = try #require(try await other.catalog.lease(to: "elsewhere", for: 60, of: nil))
        let second = try await submit("second")
        _ = try await other.catalog.update(second.number, attempt: nil) { $0.cancel(now: $1) }
        let watch = try await Watcher(watched)
        _ = try await other.catalog.update(first.number, attempt: leased.attempt) { job, now in
            job.finish(.wait(until: now), now: now)
            job.cancel(now: now)
        }
        _ = try await other.catalog.update(second.number, attempt: nil) { $0.retry(now: $1) }
        let third = try #require(try await other.catalog.lease(to: "elsewhere", for: 60, of: second.storyboard))
        _ = try await other.catalog.heartbeat(second.number, attempt: third.attempt, for: 60) { job, now in
            job.progress(completed: 1, total: 4, lastArrival: now, now: now)
        }
        #expect(try await watch.look() == ["job first cancelled 0", "job second processing 1"])
    }

    @Test func `reports storyboards when they are published, extended and removed`() async throws {
        for number in 1...3 { try await other.catalog.put(entry("old-\(number)", at: Double(number))) }
        let watch = try await Watcher(watched)
        try await other.catalog.put(entry("film", at: 10))
        #expect(try await watch.look() == ["storyboard film 5"])
        try await other.catalog.put(entry("old-1", tiles: 6, at: 1))
        #expect(try await watch.look() == ["storyboard old-1 6"])
        _ = try await other.catalog.remove(StoryboardID(naming: "old-2"))
        #expect(try await watch.look() == ["removed old-2"])
        #expect(try await watch.look() == [])
    }

    @Test func `ignores older storyboards that enter the page, and reports a removal among them`() async throws {
        for number in 1...CatalogWatch.page + 20 {
            try await other.catalog.put(entry("s\(number)", at: Double(number)))
        }
        let watch = try await Watcher(watched)
        _ = try await other.catalog.remove(StoryboardID(naming: "s\(CatalogWatch.page)"))
        #expect(try await watch.look() == ["removed s\(CatalogWatch.page)"])
        // It is not in the list, so clients are told to read all of it.
        _ = try await other.catalog.remove(StoryboardID(naming: "s2"))
        #expect(try await watch.look() == ["unknown"])
        _ = try await other.catalog.remove(StoryboardID(naming: "s3"))
        #expect(try await watch.look(hints: ["s3"]) == ["removed s3"])
        // An old one that is published again moves to the top.
        try await other.catalog.put(entry("s4", tiles: 9, at: 1_000))
        #expect(try await watch.look() == ["storyboard s4 9"])
    }

    @Test func `more new storyboards than a page holds end with a hint to read the whole list`() async throws {
        let watch = try await Watcher(watched)
        for number in 1...CatalogWatch.page + 1 { try await other.catalog.put(entry("s\(number)", at: Double(number))) }
        let changes = try await watch.look()
        #expect(changes.count == CatalogWatch.page + 1 && changes.last == "unknown")
        #expect(try await watch.look() == [])
    }
}
