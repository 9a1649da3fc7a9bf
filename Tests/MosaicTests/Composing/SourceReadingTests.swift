import Foundation
import MosaicFixtures
import Testing
import WebVTT

@testable import Mosaic
@testable import MosaicSystem

struct SourceReadingTests {
    private let folder = TemporaryFolder()

    /// The file as it is listed now.
    private var screenshot: Screenshot {
        Screenshot(
            name: "a.jpg", time: .zero, status: FileStatus(path: folder.path("a.jpg")).map(Screenshot.Status.file))
    }

    private var reader: FolderReader { FolderReader(Mosaic.ScreenshotSource(folder: folder.path)) }

    private func reading() -> SourceReading { SourceReading(of: "a.jpg", at: folder.path("a.jpg")) }

    init() throws {
        try folder.write([1, 2, 3], to: "a.jpg", modified: 1_000)
    }

    private func status() throws -> FileStatus { try #require(FileStatus(path: folder.path("a.jpg"))) }

    private func source() throws -> Tile.Source {
        var reading = reading()
        _ = try reading.read(limit: 3)
        return reading.record
    }

    @Test func `a file is read once, and its identity is kept`() throws {
        var reading = reading()
        #expect(try reading.read(limit: 3) == [1, 2, 3])
        let source = reading.record
        #expect(source.name == "a.jpg" && source.bytes == 3)
        #expect(source.checksum == Checksum(of: [1, 2, 3]))
        #expect(try source.version == ObjectVersion(of: status()))
    }

    @Test(arguments: [(-1, false), (0, false), (1_999_999_999, false), (2_000_000_000, false), (2_000_000_001, true)])
    func `a file written within two seconds of reading has no version`(age: Int64, isKept: Bool) throws {
        var reading = reading()
        _ = try reading.read(limit: 3, now: 1_000_000_000_000 + age)
        // However long it takes until the record is written.
        let source = reading.record
        #expect((source.version != nil) == isKept)
        #expect(source.checksum != nil && source.bytes == 3)
    }

    @Test func `an unreadable file has only a name`() throws {
        var large = reading()
        #expect(failure { try large.read(limit: 2) }?.code == .limitExceeded)
        try folder.remove("a.jpg")
        var absent = reading()
        #expect(failure { try absent.read(limit: 3) }?.code == .unavailable)
        let source = absent.record
        #expect(source.bytes == nil && source.checksum == nil && source.version == nil)
    }

    @Test func `a source with an unchanged version is not read`() async throws {
        let source = try source()
        let listed = screenshot
        try folder.write([1, 2, 4], to: "a.jpg", modified: 1_000)
        #expect(await source.unchanged(in: listed, from: reader, verifiesContent: false) == source)
        #expect(await source.unchanged(in: listed, from: reader, verifiesContent: true) == nil)
    }

    @Test func `a file of another version is the same where its length and checksum are`() async throws {
        let source = try source()
        try folder.write([1, 2, 4], to: "a.jpg", modified: 1_001)
        #expect(await source.unchanged(in: screenshot, from: reader, verifiesContent: false) == nil)
        try folder.write([1, 2, 3], to: "a.jpg", modified: 1_002)
        let touched = try #require(await source.unchanged(in: screenshot, from: reader, verifiesContent: false))
        #expect(try touched.version == ObjectVersion(of: status()) && touched.version != source.version)
        #expect(touched.checksum == source.checksum)
        try folder.write([1, 2, 3, 4], to: "a.jpg", modified: 1_000)
        #expect(await source.unchanged(in: screenshot, from: reader, verifiesContent: false) == nil)
        try folder.remove("a.jpg")
        #expect(await source.unchanged(in: screenshot, from: reader, verifiesContent: false) == nil)
    }

    @Test func `a file whose time was set back after a change is read`() async throws {
        let source = try source()
        let before = try status()
        repeat {
            let handle = try #require(FileHandle(forWritingAtPath: folder.path("a.jpg")))
            try handle.write(contentsOf: Data([1, 2, 4]))
            try handle.close()
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_000)], ofItemAtPath: folder.path("a.jpg"))
        } while try status().changed == before.changed
        #expect(try status().inode == before.inode && status().modified == before.modified)
        #expect(await source.unchanged(in: screenshot, from: reader, verifiesContent: false) == nil)
    }

    @Test func `a file whose rights or links changed is read, and its recorded version stays`() async throws {
        let source = try source()
        let before = try status()
        repeat {
            try FileManager.default.linkItem(atPath: folder.path("a.jpg"), toPath: folder.path("b.jpg"))
            try folder.remove("b.jpg")
        } while try status().changed == before.changed
        #expect(await source.unchanged(in: screenshot, from: reader, verifiesContent: false) == source)
        #expect(try source.version != ObjectVersion(of: status()))
    }

    @Test func `another file in the same place with the same time is looked into`() async throws {
        let source = try source()
        // Renamed over it, as editors do: the inode is another one.
        try folder.write([1, 2, 4], to: "b.jpg", modified: 1_000)
        try folder.remove("a.jpg")
        try FileManager.default.moveItem(atPath: folder.path("b.jpg"), toPath: folder.path("a.jpg"))
        #expect(await source.unchanged(in: screenshot, from: reader, verifiesContent: false) == nil)
    }
}
