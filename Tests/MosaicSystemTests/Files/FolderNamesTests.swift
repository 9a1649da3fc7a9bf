import Foundation
import MosaicFixtures
import Testing

@testable import MosaicSystem

struct FolderNamesTests {
    @Test func `all names come, of files, folders and links, hidden ones too`() throws {
        let folder = TemporaryFolder()
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
        let folder = TemporaryFolder()
        try folder.write([1, 2, 3], to: "a.jpg")
        var bytes: [Int?] = []
        let fault = FolderNames.visit(folder.path) { bytes.append(FileStatus(of: $0, in: $1)?.bytes) }
        #expect(fault == nil && bytes == [3])
    }

    @Test func `reports the reason for a path that is not a folder`() throws {
        let folder = TemporaryFolder()
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

    @Test func `regular files come without hidden ones and folders`() throws {
        let folder = TemporaryFolder()
        for name in ["b.jpg", "a.PNG", ".c.jpg", "Z.jpeg", "é.txt"] { try folder.write([1], to: name, modified: 7) }
        try folder.makeFolder("d.jpg")
        let entries = try FolderEntry.contents(of: folder.path).files.sorted { $0.name < $1.name }
        #expect(entries.map(\.name) == ["Z.jpeg", "a.PNG", "b.jpg", "é.txt"])
        #expect(entries.map { FolderEntry.isPicture($0.name) } == [true, true, true, false])
        #expect(entries.allSatisfy { $0.status.modified == 7_000_000_000 && $0.path == folder.path + "/" + $0.name })
    }

    @Test func `skips names that are not UTF-8`() throws {
        let folder = TemporaryFolder()
        try folder.write([1], to: "a.jpg")
        let path = Array(folder.path.utf8CString.dropLast()) + [0x2F, CChar(bitPattern: 0xFF), 0x2E, 0x6A, 0]
        let file = fopen(path, "w")
        if let file { fclose(file) }
        #expect(try FolderEntry.contents(of: folder.path).files.map(\.name).contains("a.jpg"))
    }

    @Test func `a folder that goes and comes again is there or missing, never unreadable`() throws {
        let folder = TemporaryFolder()
        let path = folder.path("shots")
        let toggling = Task.detached {
            while !Task.isCancelled {
                mkdir(path, 0o777)
                rmdir(path)
            }
        }
        defer { toggling.cancel() }
        for _ in 0..<3_000 {
            do {
                #expect(try FolderEntry.contents(of: path).files.isEmpty)
            } catch let error as FileError {
                #expect(error.code == .missing)
            }
        }
    }
}
