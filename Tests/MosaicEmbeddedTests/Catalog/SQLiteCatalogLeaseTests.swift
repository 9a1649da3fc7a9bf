import Foundation
import GRDB
import Mosaic
import MosaicFixtures
import Testing

@testable import MosaicEmbedded
@testable import MosaicLibrary

/// The cost of finding the next job among many.
struct SQLiteCatalogLeaseTests {
    private let folder = TemporaryFolder()
    private let catalog: SQLiteCatalog

    init() throws {
        catalog = try SQLiteCatalog(path: folder.path("catalog.sqlite"))
    }

    private func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try DatabaseQueue(path: folder.path("catalog.sqlite")).read(body)
    }

    /// Submits `count` jobs of each priority, which are due one after the other.
    private func fill(_ count: Int) throws {
        try DatabaseQueue(path: folder.path("catalog.sqlite")).write { database in
            for priority in JobPriority.allCases {
                try database.execute(
                    sql: """
                        INSERT INTO job (storyboard, request, state, is_final, completed_chapters, failed_attempts, created,
                            begun, updated, due, is_wanted_again, priority)
                        WITH RECURSIVE fill (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM fill LIMIT ?2)
                        SELECT ?1 || n, '{}', 'pending', 0, 0, 0, n, n, n, n * 7919 % ?2, 0, ?1 FROM fill
                        """, arguments: [priority.rawValue, count])
            }
        }
    }

    @Test func `the next job is found by the index alone, without sorting`() throws {
        try fill(1_000)
        let plan = try read { database in
            try Row.fetchAll(
                database, sql: "EXPLAIN QUERY PLAN " + SQLiteCatalog.dueLongest, arguments: ["batch", 5_000]
            ).map { $0["detail"] as String }
        }
        #expect(plan == ["SEARCH job USING INDEX job_due (priority=? AND due<?)"])
    }
}
