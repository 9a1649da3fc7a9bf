import Foundation
import Mosaic
import MosaicFixtures
import Synchronization
import Testing
import Tiers

@testable import MosaicEmbedded
@testable import MosaicLibrary

struct SQLiteDownloadLogTests {
    private let folder = TemporaryFolder()
    private let log: SQLiteCatalog

    /// A clock that a test moves.
    private final class Clock: Sendable {
        let time = Mutex(Date(timeIntervalSince1970: 1_000))
        func move(by seconds: Double) { time.withLock { $0 += seconds } }
    }
    private let clock = Clock()

    init() throws {
        let clock = clock
        log = try SQLiteCatalog(path: folder.path("catalog.sqlite")) { clock.time.withLock { $0 } }
    }

    private func url(_ name: String) throws -> DownloadURL {
        try #require(DownloadURL("https://films.example/\(name)"))
    }

    private func add(
        _ name: String, for username: String = "john", waiting: Int = 10_000, ofUser: Int = 10_000
    ) async throws -> Download? {
        try await log.add(try url(name), for: username, waiting: waiting, ofUser: ofUser)
    }

    @Test func `a download is stored with everything that changes`() async throws {
        let download = try #require(try await add("1"))
        #expect(download.state == .pending && download.username == "john")
        _ = try await log.beginDownload(by: "server")
        let process = DownloadProcess(rawValue: "machine:1:2")
        clock.move(by: 1)
        let changed = try await log.updateDownload(download.id, of: "server", isProgress: true) {
            $0.note(process, now: $1)
            $0.progress(to: 42, now: $1)
        }
        #expect(changed?.process == process && changed?.progress == 42 && changed?.updated != download.updated)
        let other = try SQLiteCatalog(path: folder.path("catalog.sqlite"))
        #expect(try await other.download(download.id) == changed)
        let id = StoryboardID(naming: "john/site/film")
        let ended = try await log.updateDownload(download.id) {
            $0.complete(as: "john/site/film.mp4", title: "Film", storyboard: id, now: $1)
        }
        #expect(ended?.storyboard == id && ended?.path == "john/site/film.mp4" && ended?.title == "Film")
        #expect(try await log.download(download.id) == ended && ended?.worker == nil && ended?.process == nil)
    }

    @Test func `a URL is fetched once at a time for each folder`() async throws {
        let first = try #require(try await add("1"))
        #expect(try await add("1")?.id == first.id)
        #expect(try await add("2")?.id != first.id)
        #expect(try await add("1", for: "mary")?.id != first.id)
        _ = try await log.updateDownload(first.id) { $0.cancel(now: $1) }
        #expect(try await add("1")?.id != first.id)
    }

    @Test func `the queue is limited, and a download that already waits is returned`() async throws {
        let first = try #require(try await add("1", waiting: 2))
        _ = try await add("2", waiting: 2)
        #expect(try await add("3", waiting: 2) == nil)
        #expect(try await add("1", waiting: 2)?.id == first.id)
    }

    @Test func `limits the downloads of one user, and leaves room for others`() async throws {
        let first = try #require(try await add("1", ofUser: 2))
        _ = try await add("2", ofUser: 2)
        #expect(try await add("3", ofUser: 2) == nil)
        #expect(try await add("3", for: "mary", ofUser: 2) != nil)
        _ = try await log.updateDownload(first.id) { $0.cancel(now: $1) }
        #expect(try await add("3", ofUser: 2) != nil)
    }

    /// Whether a text is in one of the catalog's files, also in parts that SQLite does not use.
    private func filesHold(_ text: String) throws -> Bool {
        try ["", "-wal", "-shm"].contains { ending in
            Data(try folder.read("catalog.sqlite" + ending)).firstRange(of: Data(text.utf8)) != nil
        }
    }

    @Test(arguments: ["completed", "failed", "cancelled"])
    func `no query of a URL stays in the files after the end`(end: String) async throws {
        let secret = "s3cr3t-value"
        let download = try #require(try await add("watch?token=\(secret)#part-of-it"))
        _ = try await add("other")
        _ = try await log.beginDownload(by: "server")
        for percent in 1...20 {
            _ = try await log.updateDownload(download.id, of: "server", isProgress: true) {
                $0.progress(to: percent, now: $1)
            }
        }
        _ = try await log.updateDownload(download.id) {
            $0.fail("Not now: HTTP 500 of https://cdn.example/a?key=\(secret), token \(secret)", retry: $1, now: $1)
        }
        #expect(try filesHold(secret) && filesHold("part-of-it"))
        _ = try await log.updateDownload(download.id) {
            switch end {
            case "completed": $0.complete(as: "john/site/film.mp4", title: "Film", storyboard: nil, now: $1)
            case "failed": $0.fail("ERROR: \(secret) is unknown", retry: nil, now: $1)
            default: $0.cancel(now: $1)
            }
        }
        #expect(try !filesHold(secret) && !filesHold("part-of-it"))
        let ended = try #require(try await log.download(download.id))
        #expect(ended.url.text == "https://films.example/watch" && ended.isURLCut)
        let again = try #require(try await log.updateDownload(download.id) { $0.retry(now: $1) })
        #expect(again == ended, "Without its query it is another URL.")
    }

    @Test func `each is given to one server when it is due, the longest due first`() async throws {
        let ids = try await [add("1"), add("2"), add("3")].compactMap { $0?.id }
        _ = try await log.updateDownload(ids[0]) { $0.fail("Not now.", retry: $1 + 60, now: $1) }
        let begun = try await [log.beginDownload(by: "a"), log.beginDownload(by: "b"), log.beginDownload(by: "c")]
        #expect(begun.map { $0?.id } == [ids[1], ids[2], nil])
        #expect(begun.map { $0?.worker } == ["a", "b", nil] && begun[0]?.state == .downloading)
        clock.move(by: 61)
        #expect(try await log.beginDownload(by: "c")?.id == ids[0])
        #expect(try await log.updateDownload(ids[1], of: "b", isProgress: false) { $0.cancel(now: $1) } == nil)
        #expect(try await log.download(ids[1])?.state == .downloading)
    }

    @Test func `lists and counts are by state`() async throws {
        let ids = try await [add("1"), add("2"), add("3")].compactMap { $0?.id }
        _ = try await log.beginDownload(by: "server")
        #expect(try await log.downloads(.pending, limit: 10).map(\.id) == [ids[2], ids[1]])
        #expect(try await log.downloads(.pending, limit: 1).map(\.id) == [ids[2]])
        #expect(try await log.downloadCounts() == [.pending: 2, .downloading: 1])
    }

    @Test(.thorough) func `the last thousand ended downloads stay`() async throws {
        let first = try #require(try await add("first"))
        let waiting = try #require(try await add("waiting"))
        for number in 0...DownloadLimits.kept {
            let id = number == 0 ? first.id : try #require(try await add("\(number)")).id
            clock.move(by: 1)
            _ = try await log.updateDownload(id, of: nil, isProgress: true) { $0.cancel(now: $1) }
        }
        _ = try await add("last")
        #expect(try await log.download(first.id) == nil)
        #expect(try await log.download(waiting.id) != nil)
        #expect(try await log.downloadCounts() == [.pending: 2, .cancelled: DownloadLimits.kept])
    }

    @Test func `downloads of another machine are given back after a long time without progress`() async throws {
        let download = try #require(try await add("1"))
        _ = try await log.beginDownload(by: "mosaic:another:7:8:9")
        let now = clock.time.withLock { $0 }
        #expect(try await log.giveBackOrphanedDownloads(now: now + 170) == 0)
        clock.move(by: 20)
        _ = try await log.updateDownload(download.id, of: "mosaic:another:7:8:9", isProgress: true) {
            $0.progress(to: nil, now: $1)
        }
        #expect(try await log.giveBackOrphanedDownloads(now: now + 190) == 0)
        #expect(try await log.giveBackOrphanedDownloads(now: now + 210) == 1)
        #expect(try await log.download(download.id)?.state == .pending)
    }

    @Test func `downloads of killed servers are given back`() async throws {
        let own = WorkerName.unique().rawValue
        let parts = own.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        // The same number in a process that began at another time.
        let killed = [parts[0], parts[1], parts[2], "1", "ab"].joined(separator: ":")
        let ids = try await [add("1"), add("2")].compactMap { $0?.id }
        _ = try await log.beginDownload(by: killed)
        _ = try await log.beginDownload(by: own)
        let expected = parts[3].isEmpty ? 0 : 1
        #expect(try await log.giveBackOrphanedDownloads() == expected)
        #expect(try await log.download(ids[0])?.state == (expected == 1 ? .pending : .downloading))
        #expect(try await log.download(ids[1])?.worker == own)
    }
}
