import Foundation
import MosaicFixtures
import Testing

@testable import MosaicSystem

struct WatchedFilesTests {
    @Test func `pictures are listed with their size, time and inode, and nothing else is`() throws {
        let folder = TemporaryFolder()
        let path = try folder.write([1, 2, 3], to: "ch1_0s.jpg", modified: 1_234.5)
        try folder.write([1], to: "B.PNG")
        try folder.write([1], to: ".hidden.jpg")
        try folder.write([1], to: "notes.txt")
        try folder.makeFolder("folder.jpg")
        try FileManager.default.createSymbolicLink(atPath: folder.path("link.jpeg"), withDestinationPath: path)
        try FileManager.default.createSymbolicLink(atPath: folder.path("no.jpg"), withDestinationPath: "absent")
        let (files, folders) = try WatchedFiles.pictures.list(folder.path, "shots")
        #expect(folders == nil)
        #expect(Set(files.keys) == ["ch1_0s.jpg", "B.PNG", "link.jpeg"])
        let stamp = try #require(files["ch1_0s.jpg"])
        #expect(stamp.bytes == 3 && stamp.modified == 1_234_500_000_000)
        #expect(files["link.jpeg"] == stamp && files["B.PNG"]?.inode != stamp.inode)
    }

    @Test func `a folder that is not there is unavailable`() throws {
        let folder = TemporaryFolder()
        let error = fileError { try WatchedFiles.pictures.list(folder.path("absent"), "shots") }
        #expect(error?.code == .unavailable && error?.subject == "shots")
    }

    @Test func `files of a tree are listed by their paths, without hidden ones and passed folders`() throws {
        let folder = TemporaryFolder()
        for name in ["a.mp4", "shows/b.mp4", "shows/c.txt", ".hidden/d.mp4", "e.trickplay/f.mp4", "empty/g"] {
            if let slash = name.lastIndex(of: "/") { try folder.makeFolder(String(name[..<slash])) }
            try folder.write([1], to: name)
        }
        let films = WatchedFiles.tree(of: { $0.hasSuffix(".mp4") }, passing: { $0.hasSuffix(".trickplay") })
        let (files, folders) = try films.list(folder.path, "films")
        #expect(Set(files.keys) == [folder.path("a.mp4"), folder.path("shows/b.mp4")])
        #expect(folders.map(Set.init) == [folder.path, folder.path("shows"), folder.path("empty")])
    }
}
