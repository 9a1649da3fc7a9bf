@testable import MosaicSystem

#if os(Linux)
    import Foundation
    import MosaicFixtures
    import Testing

    @testable import MosaicSystem

    struct FolderChangesTests {
        @Test func `the kernel tells what happened since the last call`() throws {
            let folder = TemporaryFolder()
            let changes = try #require(try FolderChanges(folder: folder.path, name: "shots"))
            #expect(try changes.take() == FolderEvents())
            try folder.write([1], to: "a.jpg")
            #expect(try changes.take().changed == ["a.jpg"])
            let handle = try FileHandle(forWritingTo: URL(filePath: folder.path("a.jpg")))
            try handle.write(contentsOf: Data([1]))
            #expect(try changes.take().written == ["a.jpg"])
            try handle.close()
            #expect(rename(folder.path("a.jpg"), folder.path("b.jpg")) == 0)
            #expect(try changes.take().changed == ["a.jpg", "b.jpg"])
            try folder.remove("b.jpg")
            #expect(try changes.take().changed == ["b.jpg"])
            #expect(try changes.take() == FolderEvents())
        }

        @Test func `reports more events than fit into one read`() throws {
            let folder = TemporaryFolder()
            let changes = try #require(try FolderChanges(folder: folder.path, name: "shots"))
            let names = (0..<500).map { "\($0)" + String(repeating: "x", count: 200) }
            for name in names { try folder.write([], to: name) }
            let told = try changes.take()
            #expect(told.concernAll || told.changed == Set(names))
        }

        @Test func `throws once the folder is removed`() throws {
            let folder = TemporaryFolder()
            let path = try folder.makeFolder("shots")
            let changes = try #require(try FolderChanges(folder: path, name: "shots"))
            try folder.remove("shots")
            #expect(fileError { try changes.take() } == FileError(folderGone: "shots"))
        }

        @Test func `refuses to watch a path that is not a folder`() throws {
            let folder = TemporaryFolder()
            let file = try folder.write([1], to: "a.jpg")
            let error = fileError { try FolderChanges(folder: file, name: "a.jpg") }
            #expect(error?.code == .unavailable && error?.reason.contains("it is not a folder") == true)
        }
    }
#endif
