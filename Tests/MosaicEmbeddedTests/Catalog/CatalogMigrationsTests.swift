import GRDB
import Mosaic
import MosaicFixtures
import Testing

@testable import MosaicEmbedded
@testable import MosaicLibrary

struct CatalogMigrationsTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("catalog.sqlite")
    }

    private func execute(_ sql: String) throws {
        try DatabaseQueue(path: path).write { try $0.execute(sql: sql) }
    }

    private func rows(_ sql: String) throws -> [String] {
        try DatabaseQueue(path: path).read { try String.fetchAll($0, sql: sql) }
    }

    @Test func `steps are taken once and told by name`() throws {
        for _ in 0..<2 { _ = try SQLiteCatalog(path: path) }
        #expect(
            try rows("SELECT name FROM migration ORDER BY name") == [
                "attempts of jobs", "downloads", "index of held jobs", "index of titles and ids",
                "placeholders of storyboards",
                "postponements of jobs",
                "priorities of jobs", "retired storyboards", "sources of storyboards", "storyboards and jobs", "videos",
            ])
    }

    @Test func `a catalog that a newer version has changed is not touched`() throws {
        do { _ = try SQLiteCatalog(path: path) }
        try execute("INSERT INTO migration (name) VALUES ('colors')")
        let error = try #require(#expect(throws: MosaicError.self) { _ = try SQLiteCatalog(path: path) })
        #expect(error.code == .unsupported)
        #expect(error.subject == "catalog.sqlite")
        #expect(error.reason.contains("newer version"))
    }

    @Test func `a database of something else is not touched`() throws {
        try execute("CREATE TABLE album (title TEXT)")
        let error = try #require(#expect(throws: MosaicError.self) { _ = try SQLiteCatalog(path: path) })
        #expect(error.code == .refused)
        #expect(try rows("SELECT name FROM sqlite_master") == ["album"])
    }

    @Test func `a lease of an earlier version that has the file open begins an attempt, too`() async throws {
        let catalog = try SQLiteCatalog(path: path)
        let request = JobRequest(id: StoryboardID(naming: "film"), source: ScreenshotSource(folder: "/films"))
        let job = try await catalog.submit(request)
        _ = try await catalog.lease(to: "new", for: 0, of: nil)
        try execute("UPDATE job SET lease_worker = 'old', lease_expiry = 9, displaced_worker = 'new'")
        #expect(try await catalog.update(job.number, attempt: 1) { _, _ in } == nil)
        #expect(try await catalog.job(job.number)?.attempt == 2)
        try execute("UPDATE job SET lease_expiry = 10")
        #expect(try await catalog.job(job.number)?.attempt == 2, "A heartbeat is no attempt.")
    }

    @Test func `a catalog that has taken the first step only takes the others with what it holds`() async throws {
        try execute("CREATE TABLE migration (name TEXT PRIMARY KEY) WITHOUT ROWID;" + CatalogTables.first)
        try execute("INSERT INTO migration (name) VALUES ('storyboards and jobs')")
        try execute(
            """
            INSERT INTO storyboard (id, title, tiles, bytes, created, updated) VALUES ('film', 'Before the index', 1, 2, 3, 4)
            """)
        try execute(
            """
            INSERT INTO job (
                storyboard, request, state, is_final, completed_chapters, failed_attempts, created, begun, updated, due,
                lease_worker, lease_expiry, is_wanted_again
            ) VALUES ('film', '{}', 'pending', 0, 0, 0, 1, 2, 3, 4, 'worker', 5, 0),
                ('upload', '{"source":{"folder":"/library/upload/screenshots"}}', 'pending', 0, 0, 0, 1, 2, 3, 9, NULL, NULL, 0)
            """)
        let catalog = try SQLiteCatalog(path: path)
        var held = JobQuery()
        held.onlyHeld = true
        #expect(try await catalog.jobs(held).map(\.storyboard.rawValue) == ["film"])
        #expect(try await catalog.jobs(JobQuery()).map(\.priority) == [.interactive, .batch], "the last one first")
        var query = CatalogQuery()
        query.search = "before"
        #expect(try await catalog.entries(query).entries.map(\.id.rawValue) == ["film"])
    }
}
