import Foundation
import MosaicFixtures
import Testing

@testable import MosaicSystem

struct FolderNamesTests {
    @Test func `all names come, of files, folders and links, hidden ones too`() throws {
        let folder = try TemporaryFolder()
        // More than the system returns at once.
        let names = (0..<1_000).map { "picture with a long name, so that the system has to be asked often \($0).jpg" }
        for name in names + [".hidden", "ö"] { try folder.write([1], to: name) }
        try folder.makeFolder("folder")
        symlink("nowhere", folder.path("link"))
        let found = FolderNames.all(in: folder.path)
        #expect(found.count == names.count + 4)
        #expect(Set(found) == Set(names + [".hidden", "ö", "folder", "link"]))
        #expect(try Set(found) == Set(FileManager.default.contentsOfDirectory(atPath: folder.path)))
    }

    @Test func `each name is relative to the visited folder`() throws {
        let folder = try TemporaryFolder()
        try folder.write([1, 2, 3], to: "a.jpg")
        var bytes: [Int?] = []
        let fault = FolderNames.visit(folder.path) { bytes.append(FileStatus(of: $0, in: $1)?.bytes) }
        #expect(fault == nil && bytes == [3])
    }

    @Test func `reports the reason for a path that is not a folder`() throws {
        let folder = try TemporaryFolder()
        try folder.write([1], to: "file")
        let faults: [(String, Int32?)] = [
            ("nothing", ENOENT), ("file", ENOTDIR), ("file\0more", EINVAL), ("", nil),
        ]
        for (name, code) in faults {
            let fault = FolderNames.visit(folder.path(name)) { name, _ in #expect(name == "file") }
            #expect(fault?.code == code, "\(name)")
        }
        #expect(FolderNames.all(in: folder.path("file")).isEmpty)
    }
}
