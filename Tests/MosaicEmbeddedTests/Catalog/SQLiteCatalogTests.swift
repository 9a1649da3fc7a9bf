import Foundation
import GRDB
import Mosaic
import MosaicFixtures
import Testing
import TestSupport

@testable import MosaicEmbedded
@testable import MosaicLibrary
@testable import MosaicSystem

struct SQLiteCatalogTests {
    private func error(_ open: () throws -> SQLiteCatalog) throws -> MosaicError {
        try #require(#expect(throws: MosaicError.self) { _ = try open() })
    }

    private func submit(_ text: String, to catalog: SQLiteCatalog) async throws -> Job {
        let id = try #require(StoryboardID(rawValue: text))
        let request = JobRequest(id: id, source: ScreenshotSource(folder: "/films"))
        return try await catalog.submit(request)
    }

    /// The thread of the last change closes the file, a moment after the catalog has gone.
    private func waitForTheEndOfTheLog(in folder: TemporaryFolder) async throws {
        for _ in 0..<3_000 where folder.holds("catalog.sqlite-wal") { try await Task.sleep(for: .milliseconds(10)) }
    }

    @Test func `the file, its log and the index of that are readable by their owner alone`() async throws {
        let folder = TemporaryFolder()
        let catalog = try SQLiteCatalog(path: folder.path("catalog.sqlite"))
        _ = try await submit("film", to: catalog)
        func modes() throws -> [Int?] {
            try ["", "-wal", "-shm"].map { ending in
                try FileManager.default.attributesOfItem(atPath: folder.path("catalog.sqlite" + ending))[
                    .posixPermissions]
                    as? Int
            }
        }
        #expect(try modes() == [0o600, 0o600, 0o600])
        // The mode of a file that is there is its owner's decision.
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o640], ofItemAtPath: folder.path("catalog.sqlite"))
        let other = try SQLiteCatalog(path: folder.path("catalog.sqlite"))
        _ = try await submit("other", to: other)
        #expect(try modes().first == 0o640)
    }

    // MARK: Files that are no catalog

    @Test(arguments: ["This is a text file.\n", "no", String(repeating: "\u{0}\u{1}garbage", count: 9_999)])
    func `a file that is not a database is refused and left alone`(_ text: String) throws {
        let folder = TemporaryFolder()
        let path = try folder.write(Array(text.utf8), to: "catalog.sqlite")
        let error = try error { try SQLiteCatalog(path: path) }
        #expect(error.code == .malformed)
        #expect(error.subject == "catalog.sqlite")
        #expect(error.reason.contains("move the file away and run mosaic repair --library DIR"))
        #expect(try folder.read("catalog.sqlite") == Array(text.utf8))
        #expect(try folder.names() == ["catalog.sqlite"])
    }

    @Test(arguments: [100, 4_096, 10_000])
    func `a database that lost its end is refused`(_ bytes: Int) async throws {
        let folder = TemporaryFolder()
        let path = folder.path("catalog.sqlite")
        do { _ = try await submit("film", to: SQLiteCatalog(path: path)) }
        try await waitForTheEndOfTheLog(in: folder)
        let whole = try folder.read("catalog.sqlite")
        try #require(whole.count > 10_000)
        try folder.write(Array(whole.prefix(bytes)), to: "catalog.sqlite")
        let error = try error { try SQLiteCatalog(path: path) }
        #expect(error.code == .malformed)
        #expect(error.reason.contains("mosaic repair"))
        #expect(try folder.read("catalog.sqlite") == Array(whole.prefix(bytes)))
    }

    @Test func `a damaged page is reported when it is read`() async throws {
        let folder = TemporaryFolder()
        let path = folder.path("catalog.sqlite")
        do { _ = try await submit("film", to: SQLiteCatalog(path: path)) }
        try await waitForTheEndOfTheLog(in: folder)
        var bytes = try folder.read("catalog.sqlite")
        // All but the first page, which tells the tables.
        for index in 4_096..<bytes.count { bytes[index] = 0xA5 }
        try folder.write(bytes, to: "catalog.sqlite")
        let error = await #expect(throws: MosaicError.self) {
            _ = try await submit("film", to: SQLiteCatalog(path: path))
        }
        #expect(error?.code == .malformed)
        #expect(error?.reason.contains("mosaic repair --library DIR") == true)
    }

    @Test func `an empty file becomes a catalog`() async throws {
        let folder = TemporaryFolder()
        let catalog = try SQLiteCatalog(path: folder.write([], to: "catalog.sqlite"))
        #expect(try await submit("film", to: catalog).number.rawValue == 1)
    }

    // MARK: Places

    @Test func `opening makes the file, and only temporary files beside it`() throws {
        let folder = TemporaryFolder()
        do { _ = try SQLiteCatalog(path: folder.path("catalog.sqlite")) }
        #expect(try folder.names().first == "catalog.sqlite")
        #expect(try Set(folder.names()).isSubset(of: ["catalog.sqlite", "catalog.sqlite-shm", "catalog.sqlite-wal"]))
    }

    @Test func `a folder that is not there is not made`() throws {
        let folder = TemporaryFolder()
        let error = try error { try SQLiteCatalog(path: folder.path("none/catalog.sqlite")) }
        #expect(error.code == .unavailable)
        #expect(error.subject == "catalog.sqlite")
        #expect(try folder.names().isEmpty)
    }

    @Test func `a folder in the file's place is unavailable`() throws {
        let folder = TemporaryFolder()
        #expect(try error { try SQLiteCatalog(path: folder.makeFolder("catalog.sqlite")) }.code == .unavailable)
    }

    // Where nothing keeps the system's administrator from writing there is nothing to be seen.
    @Test(.enabled(if: getuid() != 0)) func `a folder that may not be written is unavailable`() throws {
        let folder = TemporaryFolder()
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.path)
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path) }
        #expect(try error { try SQLiteCatalog(path: folder.path("catalog.sqlite")) }.code == .unavailable)
    }

    @Test(arguments: ["nfs4", "cifs", "fuse.sshfs"])
    func `a network file system is refused before anything is made there`(_ name: String) throws {
        let folder = TemporaryFolder()
        var asked: [String] = []
        let error = try error {
            try SQLiteCatalog(path: folder.path("catalog.sqlite")) {
                asked.append($0)
                return FileSystemKind(name: name)
            }
        }
        #expect(error.code == .refused)
        #expect(error.reason.contains(name))
        #expect(error.reason.contains("--catalog PATH"))
        #expect(asked == [folder.path])
        #expect(try folder.names().isEmpty)
    }

    @Test func `a link is followed to the file system that counts`() throws {
        let folder = TemporaryFolder()
        try folder.makeFolder("far")
        try folder.write([], to: "far/real.sqlite")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("catalog.sqlite"), withDestinationPath: "far/real.sqlite")
        let error = try error {
            try SQLiteCatalog(path: folder.path("catalog.sqlite")) {
                $0.hasSuffix("/far") ? FileSystemKind(name: "nfs") : nil
            }
        }
        #expect(error.code == .refused)
    }

    @Test func `a local or unknown file system is taken`() throws {
        let folder = TemporaryFolder()
        _ = try SQLiteCatalog(path: folder.path("a.sqlite")) { _ in FileSystemKind(name: "ext4") }
        _ = try SQLiteCatalog(path: folder.path("b.sqlite")) { _ in nil }
    }

    // MARK: Durability

    @Test func `every change is flushed to the disk, but for leases and progress`() async throws {
        let folder = TemporaryFolder()
        let catalog = try SQLiteCatalog(path: folder.path("catalog.sqlite"))
        // The transactions of one connection see what was set for them: 1 is NORMAL, 2 is FULL.
        let level: @Sendable (Database) throws -> Int? = { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
        for _ in 0..<2 {
            #expect(try await catalog.write(.flushed, level) == 2)
            #expect(try await catalog.write(.unflushed, level) == 1)
        }
        #expect(try await catalog.write(.flushed, level) == 2)
    }

    @Test(arguments: [SQLiteCatalog.Durability.flushed, .unflushed])
    func `a change that fails half-way leaves nothing, and the next one is made`(
        _ durability: SQLiteCatalog.Durability
    ) async throws {
        let folder = TemporaryFolder()
        let catalog = try SQLiteCatalog(path: folder.path("catalog.sqlite"))
        let change: @Sendable (Database) throws -> Void = {
            try $0.execute(sql: "INSERT INTO retired (storyboard, since) VALUES ('film', 1)")
        }
        await #expect(throws: MosaicError.self) {
            try await catalog.write(durability) { database in
                try change(database)
                throw MosaicError(.refused, "film", "No.")
            }
        }
        await #expect(throws: MosaicError.self) {
            try await catalog.write(durability) { database in
                try change(database)
                try change(database)
            }
        }
        let count: @Sendable (Database) throws -> Int? = { try Int.fetchOne($0, sql: "SELECT count(*) FROM retired") }
        #expect(try await catalog.read(count) == 0)
        try await catalog.write(durability, change)
        #expect(try await catalog.read(count) == 1)
    }

    // MARK: Other processes

    @Test func `many that open a new catalog at once all succeed`() async throws {
        for _ in 0..<20 {
            let folder = TemporaryFolder()
            let path = folder.path("catalog.sqlite")
            let jobs = try await withThrowingTaskGroup(of: JobNumber.self) { group in
                for number in 0..<6 {
                    group.addTask { try await submit("s\(number)", to: SQLiteCatalog(path: path)).number }
                }
                return try await group.reduce(into: []) { $0.append($1.rawValue) }
            }
            #expect(jobs.sorted() == [1, 2, 3, 4, 5, 6])
        }
    }

    private static let shell = "/usr/bin/sqlite3"

    // A real second process; Debian's package sqlite3.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: shell)))
    func `two processes read each other's concurrent writes`() async throws {
        let folder = TemporaryFolder()
        let path = folder.path("catalog.sqlite")
        let catalog = try SQLiteCatalog(path: path)
        let writing = Task {
            var number = 0
            while !Task.isCancelled {
                number += 1
                _ = try await submit("s\(number)", to: catalog)
            }
            return number
        }
        for round in 1...10 {
            while try await catalog.job(JobNumber(rawValue: Int64(round))) == nil { await Task.yield() }
            let counts = try sql("SELECT count(*) = (SELECT pending FROM counter) FROM job", path)
            #expect(counts == "1\n")
        }
        writing.cancel()
        let submitted = try await writing.value
        #expect(
            try sql("SELECT count(*) FROM job; PRAGMA integrity_check; PRAGMA journal_mode", path)
                == "\(submitted)\nok\nwal\n")
        #expect(try sql("UPDATE job SET state = 'failed', is_final = 1 WHERE number = 1", path).isEmpty)
        #expect(try await catalog.job(JobNumber(rawValue: 1))?.state == .failed)
        #expect(try await catalog.jobCounts()[.failed] == 1)
    }

    private func sql(_ text: String, _ path: String) throws -> String {
        try FinishedProgram(Self.shell, ["-cmd", ".timeout 10000", path, text], joinsErrors: true).text
    }
}
