import Foundation
import Mosaic
import MosaicEmbedded

import MosaicLibrary

/// A catalog of `count` storyboards and as many jobs, in a separate folder.
final class FilledCatalog {
    let catalog: SQLiteCatalog
    private let folder: ScratchFolder
    private let count: Int
    private var submitted = 0
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    init(count: Int) throws {
        folder = try ScratchFolder()
        let path = folder.path + "/catalog.sqlite"
        catalog = try SQLiteCatalog(path: path)
        self.count = count
        try PlainSQLite(path: path).execute(
            """
            BEGIN IMMEDIATE;
            CREATE TEMP TABLE fill AS WITH RECURSIVE fill (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM fill LIMIT \(count))
                SELECT n, n * 7919 % \(count) AS mixed FROM fill;
            INSERT INTO storyboard (id, title, tiles, bytes, created, updated)
                SELECT printf('film-%06d', mixed), printf('Film number %d of a long series', mixed), 12, 345678, n, n FROM fill;
            INSERT INTO job (storyboard, request, state, is_final, completed_chapters, failed_attempts, created, begun,
                updated, due, is_wanted_again)
                SELECT printf('film-%06d', mixed), printf('{"id":"film-%06d"}', mixed),
                    CASE n % 2 WHEN 0 THEN 'pending' ELSE 'completed' END, n % 2, 0, 0, n, n, n, n, 0 FROM fill;
            COMMIT;
            """)
    }

    func list() async throws {
        let page = try await catalog.entries(CatalogQuery())
        guard page.total >= count, page.entries.count == 100 else { throw failure("list") }
    }

    func find() async throws {
        var query = CatalogQuery()
        query.search = "number 777 "
        guard try await catalog.entries(query).total == 1 else { throw failure("search") }
    }

    func lookUp() async throws {
        guard try await catalog.entry(of: id(777)) != nil else { throw failure("look-up") }
    }

    func put() async throws {
        try await catalog.put(
            CatalogEntry(
                id: id(777), title: "Film number 777 of a long series", tiles: 13, duration: nil, bytes: 9,
                created: now,
                updated: now, fingerprint: nil))
    }

    func submit() async throws {
        submitted += 1
        guard let id = StoryboardID(rawValue: "new-\(submitted)") else { throw failure("submit") }
        _ = try await catalog.submit(JobRequest(id: id, source: ScreenshotSource(folder: "/films")))
    }

    /// The lease is over at once, so that there is the same job to take the next time.
    func lease() async throws {
        guard try await catalog.lease(to: UUID().uuidString, for: 0, of: nil) != nil else { throw failure("lease") }
    }

    func jobs() async throws {
        var query = JobQuery()
        query.state = .completed
        guard try await catalog.jobs(query).count == 100 else { throw failure("jobs") }
    }

    func counts() async throws {
        guard try await catalog.jobCounts()[.completed] == count / 2 else { throw failure("counts") }
    }

    private func id(_ number: Int) throws -> StoryboardID {
        let digits = String(number)
        let name = "film-" + String(repeating: "0", count: 6 - digits.count) + digits
        guard let id = StoryboardID(rawValue: name) else { throw failure(name) }
        return id
    }

    private func failure(_ what: String) -> PlainSQLite.Failure {
        PlainSQLite.Failure(description: "\(what) among \(count) is not what it has to be.")
    }
}
