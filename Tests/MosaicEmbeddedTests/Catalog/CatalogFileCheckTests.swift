import Foundation
import GRDB
import Mosaic
import MosaicFixtures
import Testing

@testable import MosaicEmbedded
@testable import MosaicLibrary
@testable import MosaicSystem

struct CatalogFileCheckTests {
    enum Accident: CaseIterable {
        case removed, replaced, emptied, overwritten

        func happen(to path: String) throws {
            switch self {
            case .removed: try FileManager.default.removeItem(atPath: path)
            case .replaced:
                try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
                try FileManager.default.copyItem(atPath: path + ".old", toPath: path)
            case .emptied: try Self.write(Data(), to: path)
            case .overwritten: try Self.write(Data(repeating: 0xA5, count: 100_000), to: path)
            }
        }

        /// Over the file that is there, as a shell's `>` does.
        private static func write(_ data: Data, to path: String) throws {
            let handle = try #require(FileHandle(forWritingAtPath: path))
            try handle.truncate(atOffset: 0)
            try handle.write(contentsOf: data)
            try handle.close()
        }
    }

    /// A catalog with a job, all of which is in the file and not in its log.
    private func catalog(_ folder: TemporaryFolder) async throws -> SQLiteCatalog {
        let path = folder.path("catalog.sqlite")
        let catalog = try SQLiteCatalog(path: path)
        _ = try await submit("film", to: catalog)
        try DatabaseQueue(path: path).inDatabase { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
        return catalog
    }

    private func submit(_ text: String, to catalog: SQLiteCatalog) async throws -> Job {
        let request = JobRequest(id: StoryboardID(naming: text), source: ScreenshotSource(folder: "/films"))
        return try await catalog.submit(request)
    }

    @Test(arguments: Accident.allCases)
    func `an open file that is removed or overwritten is neither read nor changed`(_ accident: Accident) async throws {
        let folder = TemporaryFolder()
        let catalog = try await catalog(folder)
        #expect(try await catalog.job(of: StoryboardID(naming: "film")) != nil)
        try accident.happen(to: folder.path("catalog.sqlite"))
        for _ in 0..<2 {
            await unavailable { _ = try await catalog.job(of: StoryboardID(naming: "film")) }
            await unavailable { _ = try await catalog.jobCounts() }
            await unavailable { _ = try await submit("other", to: catalog) }
        }
    }

    @Test func `a file that is put back is read again`() async throws {
        let folder = TemporaryFolder()
        let catalog = try await catalog(folder)
        let path = folder.path("catalog.sqlite")
        try FileManager.default.moveItem(atPath: path, toPath: path + ".away")
        await unavailable { _ = try await catalog.jobCounts() }
        try FileManager.default.moveItem(atPath: path + ".away", toPath: path)
        #expect(try await submit("other", to: catalog).number.rawValue == 2)
    }

    @Test func `moving the log into the file is not an accident`() async throws {
        let folder = TemporaryFolder()
        let catalog = try await catalog(folder)
        let before = try #require(FileStatus(path: folder.path("catalog.sqlite")))
        // The log is moved when it has a thousand pages.
        for number in 0..<2_000 where FileStatus(path: folder.path("catalog.sqlite")) == before {
            _ = try await submit("film-\(number)", to: catalog)
        }
        #expect(FileStatus(path: folder.path("catalog.sqlite")) != before)
        #expect(try await catalog.job(of: StoryboardID(naming: "film-0")) != nil)
    }

    private func unavailable(_ work: () async throws -> Void) async {
        let error = await #expect(throws: MosaicError.self) { try await work() }
        #expect(error?.code == .unavailable && error?.subject == "catalog.sqlite")
        #expect(error?.reason.contains("mosaic repair --library DIR") == true)
    }
}
