import Foundation
import MosaicFixtures
import Testing

@testable import MosaicSystem

struct FileReaderTests {
    private let folder = TemporaryFolder()

    @Test func `a file is read up to its limit`() throws {
        let path = try folder.write([1, 2, 3], to: "a")
        #expect(try FileReader.read(path, name: "a", limit: 3) == [1, 2, 3])
        let error = fileError { try FileReader.read(path, name: "a", limit: 2) }
        #expect(error?.code == .limitExceeded)
        #expect(error?.description == "a: A file of 3 bytes exceeds the limit of 2 bytes.")
    }

    @Test func `a prefix is what there is of it`() throws {
        let path = try folder.write([1, 2, 3], to: "a")
        #expect(try FileReader.prefix(of: path, name: "a", length: 2) == [1, 2])
        #expect(try FileReader.prefix(of: path, name: "a", length: 9) == [1, 2, 3])
        #expect(try FileReader.prefix(of: folder.write([], to: "b"), name: "b", length: 9).isEmpty)
    }

    @Test func `a part is what there is of it, wherever it begins`() throws {
        let path = try folder.write([1, 2, 3], to: "a")
        for (range, part) in [(1..<2, [2]), (2..<9, [3]), (3..<9, []), (Int.max - 1..<Int.max, []), (-5..<1, [1])] {
            #expect(try FileReader.part(of: path, name: "a", range: range) == part.map(UInt8.init))
        }
    }

    @Test func `an array's memory is used again, and nothing of the file before is left in it`() throws {
        let files: [[UInt8]] = [Array(repeating: 7, count: 5_000), [1, 2, 3], [], Array(repeating: 9, count: 4_000)]
        var bytes: [UInt8] = []
        for (index, file) in files.enumerated() {
            let path = try folder.write(file, to: "\(index)")
            try FileReader.read(path, name: "\(index)", limit: 5_000, into: &bytes)
            #expect(bytes == file && bytes.capacity >= 5_000)
        }
    }

    @Test func `no link leads out of a root, be it a file or a folder on the way`() throws {
        let root = try #require(RealPath.of(folder.makeFolder("root")))
        try folder.makeFolder("root/film/deep")
        try folder.makeFolder("root-beside")
        for name in ["root/film/deep/a", "root-beside/a"] { try folder.write([7], to: name) }
        for (link, target) in [
            ("root/film/inside", "deep/a"), ("root/same", "film"), ("root/film/outside", "../../root-beside/a"),
            ("root/other", "../root-beside"), ("root/film/top", ".."),
        ] {
            try FileManager.default.createSymbolicLink(atPath: folder.path(link), withDestinationPath: target)
        }
        func read(_ path: String) throws -> [UInt8] {
            try FileReader.part(of: root + "/" + path, below: root, name: path, range: 0..<9)
        }
        for path in ["film/deep/a", "film/inside", "same/deep/a", "film/top/film/deep/a"] {
            #expect(try read(path) == [7], "\(path)")
            #expect(throws: Never.self) { try OwnedDescriptor.file(root + "/" + path, below: root, name: path) }
        }
        for path in ["film/outside", "other/a", "../root-beside/a"] {
            #expect(fileError { try read(path) }?.code == .refused, "\(path)")
            let error = fileError { try OwnedDescriptor.file(root + "/" + path, below: root, name: path) }
            #expect(error?.code == .refused, "\(path)")
        }
        #expect(fileError { try read("film/absent") }?.code == .unavailable)
        for (path, isThere) in [
            ("film/deep/a", true), ("film/inside", true), ("same/deep/a", true), ("film/outside", false),
            ("other/a", false), ("film/absent", false),
        ] {
            #expect((FileStatus(path: root + "/" + path, below: root) != nil) == isThere, "\(path)")
            #expect((FileStatus(path: root + "/" + path, below: nil) != nil) == (path != "film/absent"), "\(path)")
        }
        let listed = try FolderEntry.contents(of: root + "/film", below: root)
        #expect(listed.files.map(\.name) == ["inside"] && Set(listed.others.map(\.name)) == ["outside", "top"])
        #expect(try FolderEntry.contents(of: root + "/same/deep", below: root).files.map(\.name) == ["a"])
        #expect(fileError { try FolderEntry.contents(of: root + "/other", below: root) }?.code == .refused)
        #expect(fileError { try FolderEntry.contents(of: root + "/absent", below: root) }?.code == .missing)
    }

    @Test(arguments: ["absent", "folder", "pipe"])
    func `a folder or pipe is unavailable`(name: String) throws {
        try folder.makeFolder("folder")
        #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
        #expect(fileError { try FileReader.read(folder.path(name), name: name, limit: 9) }?.code == .unavailable)
    }
}
