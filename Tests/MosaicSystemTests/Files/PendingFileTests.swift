import Foundation
import MosaicFixtures
import Testing

@testable import MosaicSystem

struct PendingFileTests {
    private let folder = TemporaryFolder()

    @Test func `the name shows the old file until the commit`() throws {
        try folder.write([1], to: "a.bin")
        let file = try PendingFile([2, 3], name: "a.bin", in: folder.path)
        #expect(try folder.read("a.bin") == [1])
        let temporary = URL(filePath: file.temporaryPath).lastPathComponent
        #expect(temporary.hasPrefix(".mosaic-pending-"))
        #expect(try folder.names() == [temporary, "a.bin"])
        try file.commit()
        #expect(try folder.read("a.bin") == [2, 3])
        #expect(try folder.names() == ["a.bin"])
    }

    @Test(arguments: [0, 1, 1_000_000])
    func `all bytes arrive`(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try PendingFile(bytes, name: "a", in: folder.path).commit()
        #expect(try folder.read("a") == bytes)
    }

    @Test func `the file is readable and not executable`() throws {
        try PendingFile([1], name: "a", in: folder.path).commit()
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("a"))
        let mode = try #require((attributes[.posixPermissions] as? NSNumber)?.intValue)
        #expect(mode & 0o111 == 0)
        #expect(mode & 0o600 == 0o600)
    }

    @Test func `a file that is given up leaves nothing`() throws {
        try PendingFile([1], name: "a", in: folder.path).discard()
        #expect(try folder.names().isEmpty)
    }

    @Test func `two files that wait for one name do not meet before they have it`() throws {
        let first = try PendingFile([1], name: "a", in: folder.path)
        let second = try PendingFile([2], name: "a", in: folder.path)
        for file in [first, second] { try file.flush() }
        #expect(try first.commitIfAbsent() != nil)
        #expect(try second.commitIfAbsent() == nil)
        #expect(try folder.read("a") == [1])
        second.discard()
        #expect(try folder.names() == ["a"])
    }

    @Test func `a file that is replaced where it is the expected one is not replaced otherwise`() throws {
        let first = try PendingFile([1], name: "a", in: folder.path).commit()
        #expect(first == FileStatus(path: folder.path("a")))
        let second = try PendingFile([2], name: "a", in: folder.path)
        #expect(try second.commit { $0 != first } == nil)
        #expect(try folder.read("a") == [1])
        let status = try #require(try second.commit { $0 == first })
        #expect(status == FileStatus(path: folder.path("a")) && status != first)
        let third = try PendingFile([3], name: "b", in: folder.path)
        #expect(try third.commit { _ in true } == nil, "there is none")
        third.discard()
        #expect(try folder.contents() == ["a": [2]])
    }

    @Test func `a file that another writer is replacing is not replaced`() throws {
        let first = try PendingFile([1], name: "a", in: folder.path).commit()
        let (other, last) = (
            try PendingFile([2], name: "a", in: folder.path), try PendingFile([3], name: "a", in: folder.path)
        )
        // The other one comes after the comparison.
        let status = try last.commit { status in
            let replaced = try? other.commit { $0 == first }
            #expect(replaced == .some(nil))
            return status == first
        }
        #expect(status != nil)
        other.discard()
        #expect(try folder.contents() == ["a": [3]])
    }

    @Test func `discards only the temporary files of a killed run`() throws {
        let old = Date().timeIntervalSince1970 - 90_000
        for name in [".mosaic-pending-a", ".mosaic-pending-b", "mosaic-pending-c", ".mosaic", "d"] {
            try folder.write([9, 9, 9], to: name, modified: old)
        }
        try PendingFile([1], name: "a", in: folder.path).commit()
        #expect(try folder.read("a") == [1])
        PendingFile.discardLeftovers(in: folder.path, isLocked: true)
        #expect(try folder.names() == [".mosaic", "a", "d", "mosaic-pending-c"])
    }

    @Test func `discards files of this process only if it holds the folder's lock`() throws {
        let file = try PendingFile([1], name: "a", in: folder.path)
        PendingFile.discardLeftovers(in: folder.path, isLocked: false)
        #expect(try folder.names().count == 1)
        PendingFile.discardLeftovers(in: folder.path, isLocked: true)
        #expect(try folder.names().isEmpty)
        #expect(fileError { try file.commit() }?.code == .unavailable)
    }

    @Test func `a folder that is not there, or a folder of the file's name, is said to be the reason`() throws {
        let absent = fileError { try PendingFile([1], name: "a", in: folder.path("absent")) }
        #expect(absent?.code == .unavailable)
        #expect(absent?.subject == "a")
        #expect(absent?.reason.contains("does not exist") == true)
        try folder.makeFolder("b/full")
        let file = try PendingFile([1], name: "b", in: folder.path)
        #expect(fileError { try file.commit() }?.code == .unavailable)
        file.discard()
        let long = try PendingFile([1], name: String(repeating: "x", count: 300), in: folder.path)
        #expect(fileError { try long.commit() }?.reason.contains("too long") == true)
    }
}
