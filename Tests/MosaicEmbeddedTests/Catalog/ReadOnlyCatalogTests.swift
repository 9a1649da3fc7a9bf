import Foundation
import GRDB
import Mosaic
import MosaicFixtures
import Testing

@testable import MosaicEmbedded
@testable import MosaicLibrary

/// Catalogs that cannot be written, which is only said of them here.
struct ReadOnlyCatalogTests {
    private let folder = TemporaryFolder()
    private let path: String

    init() throws {
        path = folder.path("catalog.sqlite")
    }

    private func reading(_ path: String) throws -> SQLiteCatalog {
        try SQLiteCatalog(path: path, onlyReading: true, canWrite: { _ in false }, kind: { _ in nil })
    }

    private func submit(_ id: String, to catalog: SQLiteCatalog) async throws {
        let request = JobRequest(
            id: try #require(StoryboardID(rawValue: id)), source: ScreenshotSource(folder: "/films"))
        _ = try await catalog.submit(request)
    }

    /// Another process's visit, from its coming to its going.
    private func visit(_ ids: String...) async throws {
        let catalog = try SQLiteCatalog(path: path)
        for id in ids { try await submit(id, to: catalog) }
    }

    /// The ids in a catalog, equal in each kind of query.
    private func ids(in catalog: SQLiteCatalog) async throws -> [String] {
        let jobs = try await catalog.jobs(JobQuery())
        #expect(try await catalog.jobCounts()[.pending] == jobs.count)
        for job in jobs { #expect(try await catalog.job(of: job.storyboard) == job) }
        return jobs.map(\.storyboard.rawValue).reversed()
    }

    @Test(arguments: ["catalog.sqlite", "100%25 a?b#c ü.sqlite"])
    func `a closed catalog is read without making files beside it`(_ name: String) async throws {
        let path = folder.path(name)
        do {
            let catalog = try SQLiteCatalog(path: path)
            try await submit("film", to: catalog)
        }
        // The last connection is closed on the thread that used it last.
        for _ in 0..<600 where try folder.names() != [name] { try await Task.sleep(for: .milliseconds(100)) }
        try #require(try folder.names() == [name])
        let before = try folder.contents()
        let catalog = try reading(path)
        #expect(try await ids(in: catalog) == ["film"])
        #expect(try await catalog.entries(CatalogQuery()).total == 0)
        #expect(try folder.contents() == before)
    }

    @Test(arguments: [true, false]) func `a catalog opened read-only is not changed`(canWrite: Bool) async throws {
        try await visit("film")
        let catalog = try SQLiteCatalog(
            path: path, onlyReading: true, canWrite: { _ in canWrite }, kind: { _ in nil })
        let error = await #expect(throws: MosaicError.self) { try await submit("other", to: catalog) }
        #expect(error?.code == .refused)
        #expect(error?.description == "catalog.sqlite: It was opened for reading alone.")
        #expect(try await ids(in: catalog) == ["film"])
    }

    @Test func `writes of another connection are read while it is open and after it closed`() async throws {
        try await visit("first")
        let catalog = try reading(path)
        #expect(try await ids(in: catalog) == ["first"])
        do {
            let writer = try SQLiteCatalog(path: path)
            for number in 1...20 {
                try await submit("s\(number)", to: writer)
                #expect(try await ids(in: catalog).count == number + 1)
            }
        }
        #expect(try await ids(in: catalog).count == 21)
        try await visit("last")
        #expect(try await ids(in: catalog).last == "last")
    }

    @Test func `visits that come and go between two questions are noticed`() async throws {
        try await visit("s0")
        let catalog = try reading(path)
        for number in 1...20 {
            try await visit("s\(number)")
            #expect(try await ids(in: catalog).count == number + 1)
        }
    }

    @Test(.timeLimit(.minutes(2)))
    func `a reader sees whole changes while writers open and close the catalog`() async throws {
        try await visit("s0")
        let visits = Task { for number in 1...30 { try await visit("s\(number)", "t\(number)") } }
        let catalog = try reading(path)
        var last = 0
        while last < 61 {
            let page = try await catalog.jobs(JobQuery())
            #expect(page.count >= last)
            #expect(page.map(\.number.rawValue) == (1...Int64(page.count)).reversed())
            last = page.count
            try Task.checkCancellation()
        }
        try await visits.value
    }

    @Test func `the log of a writer that was killed is read`() async throws {
        let writer = try SQLiteCatalog(path: path)
        try await submit("film", to: writer)
        try folder.makeFolder("copy")
        for suffix in ["", "-wal", "-shm"] {
            try folder.write(folder.read("catalog.sqlite" + suffix), to: "copy/catalog.sqlite" + suffix)
        }
        #expect(try await ids(in: reading(folder.path("copy/catalog.sqlite"))) == ["film"])
    }

    @Test func `a log without its index is refused, for the last changes would be missing`() async throws {
        let writer = try SQLiteCatalog(path: path)
        try await submit("film", to: writer)
        try folder.makeFolder("copy")
        for suffix in ["", "-wal"] {
            try folder.write(folder.read("catalog.sqlite" + suffix), to: "copy/catalog.sqlite" + suffix)
        }
        let error = try #require(
            #expect(throws: MosaicError.self) { _ = try reading(folder.path("copy/catalog.sqlite")) })
        #expect(error.code == .unavailable)
        #expect(error.reason.contains("open it once where it can be written"))
        #expect(try folder.names(in: "copy") == ["catalog.sqlite", "catalog.sqlite-wal"])
    }

    @Test func `a catalog without a step is refused and left alone`() throws {
        try DatabaseQueue(path: path).write {
            try $0.execute(sql: "CREATE TABLE migration (name TEXT PRIMARY KEY) WITHOUT ROWID")
        }
        let before = try folder.contents()
        let error = try #require(#expect(throws: MosaicError.self) { _ = try reading(path) })
        #expect(error.code == .unsupported)
        #expect(error.reason.contains("open it once where it can be written"))
        #expect(try folder.contents() == before)
        // Where it can be written it is brought up to date, by those who only read, too.
        _ = try SQLiteCatalog(path: path, onlyReading: true)
        _ = try reading(path)
    }

    @Test func `a missing file, a file that is not a database and a foreign database are refused`() throws {
        #expect(throws: MosaicError.self) { _ = try reading(path) }
        #expect(try folder.names().isEmpty)
        try folder.write(Array(String(repeating: "no database ", count: 999).utf8), to: "catalog.sqlite")
        let text = try #require(#expect(throws: MosaicError.self) { _ = try reading(path) })
        #expect(text.code == .malformed)
        try folder.remove("catalog.sqlite")
        try DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TABLE album (title TEXT)") }
        let foreign = try #require(#expect(throws: MosaicError.self) { _ = try reading(path) })
        #expect(foreign.code == .refused)
    }
}
