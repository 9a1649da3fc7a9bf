import Foundation
import MosaicFixtures
import Testing
import WebVTT

@testable import Mosaic
@testable import MosaicFiles

struct SourceReadingTests {
    private let folder: TemporaryFolder

    /// The file as it is listed now.
    private var screenshot: Screenshot {
        Screenshot(name: "a.jpg", time: .zero, status: FileStatus(path: folder.path("a.jpg")))
    }

    private var reader: FolderReader { FolderReader(Mosaic.ScreenshotSource(folder: folder.path)) }

    private func reading() -> SourceReading { SourceReading(of: "a.jpg", at: folder.path("a.jpg")) }

    init() throws {
        folder = try TemporaryFolder()
        try folder.write([1, 2, 3], to: "a.jpg", modified: 1_000)
    }

    @Test func `a file is read once, and what tells it apart is kept`() throws {
        var reading = reading()
        #expect(try reading.read(limit: 3) == [1, 2, 3])
        let source = reading.record
        #expect(source.name == "a.jpg" && source.bytes == 3)
        #expect(source.checksum == Checksum(of: [1, 2, 3]))
        #expect(source.modified == 1_000_000_000_000)
        #expect(source.inode == FileStatus(path: folder.path("a.jpg"))?.inode)
    }

    @Test(arguments: [(-1, false), (0, false), (1_999_999_999, false), (2_000_000_000, false), (2_000_000_001, true)])
    func `a file modified within two seconds of reading keeps no time`(age: Int64, isKept: Bool) throws {
        var reading = reading()
        _ = try reading.read(limit: 3, now: 1_000_000_000_000 + age)
        // However long it takes until the record is written.
        let source = reading.record
        #expect((source.modified != nil) == isKept)
        #expect((source.inode != nil) == isKept)
        #expect(source.checksum != nil && source.bytes == 3)
    }

    @Test func `a file that cannot be read has a name and nothing else`() throws {
        var large = reading()
        #expect(failure { try large.read(limit: 2) }?.code == .limitExceeded)
        try folder.remove("a.jpg")
        var absent = reading()
        #expect(failure { try absent.read(limit: 3) }?.code == .unavailable)
        let source = absent.record
        #expect(source.bytes == nil && source.checksum == nil && source.modified == nil && source.inode == nil)
    }

    @Test func `a source is unchanged where size, time and inode are`() async throws {
        var reading = reading()
        _ = try reading.read(limit: 3)
        let source = reading.record
        #expect(await source.unchanged(in: screenshot, from: reader, verifiesContent: false) == source)
        try folder.write([1, 2, 4], to: "a.jpg", modified: 1_000)
        #expect(await source.unchanged(in: screenshot, from: reader, verifiesContent: false) == source, "nobody looks")
        #expect(await source.unchanged(in: screenshot, from: reader, verifiesContent: true) == nil)
        try folder.write([1, 2, 4], to: "a.jpg", modified: 1_001)
        #expect(await source.unchanged(in: screenshot, from: reader, verifiesContent: false) == nil)
        try folder.write([1, 2, 3], to: "a.jpg", modified: 1_002)
        let touched = try #require(await source.unchanged(in: screenshot, from: reader, verifiesContent: false))
        #expect(touched.modified == 1_002_000_000_000 && touched.checksum == source.checksum)
        try folder.write([1, 2, 3, 4], to: "a.jpg", modified: 1_000)
        #expect(await source.unchanged(in: screenshot, from: reader, verifiesContent: false) == nil)
        try folder.remove("a.jpg")
        #expect(await source.unchanged(in: screenshot, from: reader, verifiesContent: false) == nil)
    }

    @Test func `a file that was changed after the record was written is looked into`() async throws {
        var reading = reading()
        _ = try reading.read(limit: 3)
        let source = reading.record
        let changed = try #require(FileStatus(path: folder.path("a.jpg"))).changed
        #expect(
            await source.unchanged(in: screenshot, from: reader, since: changed - 1, verifiesContent: false) == source)
        let handle = try #require(FileHandle(forWritingAtPath: folder.path("a.jpg")))
        try handle.write(contentsOf: Data([1, 2, 4]))
        try handle.close()
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_000)], ofItemAtPath: folder.path("a.jpg"))
        #expect(await source.unchanged(in: screenshot, from: reader, since: changed - 1, verifiesContent: false) == nil)
        let unread = await source.unchanged(in: screenshot, from: reader, since: .max, verifiesContent: false)
        #expect(unread == source, "nobody looks")
    }

    @Test func `another file in the same place with the same time is looked into`() async throws {
        var reading = reading()
        _ = try reading.read(limit: 3)
        let source = reading.record
        // Renamed over it, as editors do: the inode is another one.
        try folder.write([1, 2, 4], to: "b.jpg", modified: 1_000)
        try folder.remove("a.jpg")
        try FileManager.default.moveItem(atPath: folder.path("b.jpg"), toPath: folder.path("a.jpg"))
        #expect(await source.unchanged(in: screenshot, from: reader, verifiesContent: false) == nil)
    }
}
