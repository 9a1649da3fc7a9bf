import Foundation
import GRDB
import Mosaic
import MosaicFixtures
import Testing

@testable import MosaicEmbedded
@testable import MosaicLibrary

struct WriterLockTests {
    @Test func `a turn is taken where it is free, and by one`() {
        let turn = WriterLock()
        #expect(turn.takeIfFree())
        #expect(!turn.takeIfFree())
        turn.leave()
        #expect(turn.takeIfFree())
    }

    @Test func `a new writer does not overtake waiting writers`() {
        let turn = WriterLock()
        turn.join()
        turn.join()
        turn.leave()
        #expect(!turn.takeIfFree())
        turn.leave()
        #expect(turn.takeIfFree())
    }

    @Test func `a change waits for another connection, and meanwhile other tasks of the process go on`() async throws {
        let folder = TemporaryFolder()
        let path = folder.path("c.sqlite")
        let catalog = try SQLiteCatalog(path: path)
        let id = try #require(StoryboardID(rawValue: "film"))
        let request = JobRequest(id: id, source: ScreenshotSource(folder: "/films"))
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: path, configuration: configuration)
        // More waiting tasks than there are threads for tasks.
        let waiting = ProcessInfo.processInfo.activeProcessorCount + 2
        try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<waiting {
                group.addTask { _ = try await catalog.submit(request) }
            }
            // Reading needs no turn; were all threads kept waiting, this would wait as long as they do.
            for _ in 0..<20 { #expect(try await catalog.job(of: id) == nil) }
            try await other.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
            try await group.waitForAll()
        }
        #expect(try await catalog.jobs(JobQuery()).count == 1)
    }

    @Test func `a hasty writer does not wait for another connection`() throws {
        let folder = TemporaryFolder()
        let path = folder.path("c.sqlite")
        let holder = try DatabasePool(path: path)
        try holder.writeWithoutTransaction { holding in
            try holding.execute(sql: "BEGIN IMMEDIATE")
            var configuration = Configuration()
            configuration.busyMode = WriterLock.busyMode
            let error = try #require(
                #expect(throws: DatabaseError.self) {
                    try WriterLock.hastily {
                        let database = try DatabaseQueue(path: path, configuration: configuration)
                        try database.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
                    }
                })
            #expect(error.resultCode == .SQLITE_BUSY)
            try holding.execute(sql: "COMMIT")
        }
    }
}
