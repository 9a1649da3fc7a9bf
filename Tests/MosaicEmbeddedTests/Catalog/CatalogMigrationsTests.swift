import GRDB
import Mosaic
import MosaicFixtures
import Testing

@testable import MosaicEmbedded
@testable import MosaicLibrary

struct CatalogMigrationsTests {
    private let folder = TemporaryFolder()
    private let path: String

    init() throws {
        path = folder.path("catalog.sqlite")
    }

    private func execute(_ sql: String) throws {
        try DatabaseQueue(path: path).write { try $0.execute(sql: sql) }
    }

    private func rows(_ sql: String) throws -> [String] {
        try DatabaseQueue(path: path).read { try String.fetchAll($0, sql: sql) }
    }

    @Test func `takes its step once`() throws {
        for _ in 0..<2 { _ = try SQLiteCatalog(path: path) }
        #expect(try rows("SELECT name FROM migration") == ["tables"])
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
}
