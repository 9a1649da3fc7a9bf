import Foundation
import MosaicFixtures
import Testing

@testable import MosaicSystem

struct FileStatusTests {
    @Test func `a status has the length, time and kind of the path's target`() throws {
        let folder = TemporaryFolder()
        let path = try folder.write([1, 2, 3], to: "a", modified: 1_234.5)
        let link = folder.path("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        let file = try #require(FileStatus(path: path))
        #expect(file.bytes == 3)
        #expect(file.modified == 1_234_500_000_000)
        #expect(file.isRegularFile && !file.isFolder)
        #expect(FileStatus(path: link) == file)
        #expect(try #require(FileStatus(path: folder.path)).isFolder)
        #expect(FileStatus(path: folder.path("absent")) == nil)
        #expect(
            FileStatus(path: folder.path + "/./../" + URL(filePath: folder.path).lastPathComponent)?.identity
                == FileStatus(path: folder.path)?.identity)
    }

    @Test(arguments: [-13_600_000_000.0, -1, 13_600_000_000])
    func `a time of any year is a time`(seconds: TimeInterval) throws {
        let folder = TemporaryFolder()
        let path = try folder.write([1], to: "a", modified: seconds)
        let modified = try #require(FileStatus(path: path)).modified
        #expect((modified < 0) == (seconds < 0))
        let now = FileStatus.now
        #expect(now > 1_700_000_000_000_000_000 && now < .max)
    }
}
