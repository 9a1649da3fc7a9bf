import Foundation
import GRDB
import Mosaic
import MosaicFixtures
import Testing

@testable import MosaicEmbedded
@testable import MosaicLibrary

struct SQLiteFailureTests {
    private func translated(_ code: ResultCode) throws -> MosaicError {
        let error = SQLiteFailure.translated(DatabaseError(resultCode: code, message: "/secret/path"), file: "c.sqlite")
        return try #require(error as? MosaicError)
    }

    @Test(arguments: [
        ResultCode.SQLITE_FULL, .SQLITE_BUSY, .SQLITE_BUSY_SNAPSHOT, .SQLITE_LOCKED, .SQLITE_READONLY,
        .SQLITE_READONLY_DIRECTORY, .SQLITE_CANTOPEN, .SQLITE_IOERR, .SQLITE_IOERR_SHMMAP, .SQLITE_NOMEM, .SQLITE_ERROR,
    ])
    func `the world's faults are unavailable, in a sentence without a path`(_ code: ResultCode) throws {
        let error = try translated(code)
        #expect(error.code == .unavailable)
        #expect(error.subject == "c.sqlite")
        #expect(error.reason.hasSuffix("."))
        #expect(!error.reason.contains("secret"))
    }

    @Test func `a full disk is named`() throws {
        #expect(try translated(.SQLITE_FULL).reason == "The disk is full.")
    }

    @Test(arguments: [ResultCode.SQLITE_IOERR_READ, .SQLITE_IOERR_WRITE, .SQLITE_IOERR_FSYNC])
    func `a disk that fails is named in words and not by a number`(_ code: ResultCode) throws {
        let reason = try translated(code).reason
        #expect(reason.hasSuffix("the disk reports an input or output error.") && !reason.contains { $0.isNumber })
    }

    @Test(arguments: [ResultCode.SQLITE_CORRUPT, .SQLITE_CORRUPT_INDEX, .SQLITE_NOTADB])
    func `a damaged file is malformed, and the reason states the remedy`(_ code: ResultCode) throws {
        let error = try translated(code)
        #expect(error.code == .malformed)
        #expect(error.reason.contains("move the file away and run mosaic repair --library DIR"))
    }

    @Test func `errors that are Mosaic's already stay as they are`() throws {
        let error = MosaicError(.refused, "film", "No.")
        #expect(SQLiteFailure.translated(error, file: "c.sqlite") as? MosaicError == error)
    }

    @Test(arguments: ["state = 'paused'", "storyboard = '../film'", "storyboard = ''"])
    func `a row with invalid values is malformed`(_ assignment: String) async throws {
        let folder = TemporaryFolder()
        let path = folder.path("c.sqlite")
        let catalog = try SQLiteCatalog(path: path)
        let id = try #require(StoryboardID(rawValue: "film"))
        let request = JobRequest(id: id, source: ScreenshotSource(folder: "/films"))
        let job = try await catalog.submit(request)
        try await DatabaseQueue(path: path).write { try $0.execute(sql: "UPDATE job SET \(assignment)") }
        let error = await #expect(throws: MosaicError.self) { _ = try await catalog.job(job.number) }
        #expect(error?.code == .malformed)
        #expect(error?.subject == "c.sqlite")
    }
}
