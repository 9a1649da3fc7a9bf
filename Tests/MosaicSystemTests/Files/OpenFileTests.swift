import Foundation
import MosaicFixtures
import Testing

@testable import MosaicSystem

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

struct OpenFileTests {
    private let folder = TemporaryFolder()

    private func open(_ name: String) throws -> OpenFile? { try OpenFile(path: folder.path(name), name: name) }

    @Test func `refuses sockets, pipes, links and folders`() throws {
        try folder.write([1], to: "file")
        try folder.makeFolder("folder")
        try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "file")
        #expect(try open("file") != nil)
        try SocketFile.make(at: folder.path("socket"))
        #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
        for name in ["missing", "file/below", "folder", "link", "socket", "pipe", String(repeating: "a", count: 300)] {
            #expect(try open(name) == nil, "\(name.prefix(9))")
        }
    }

    @Test func `a file that cannot be opened now is unavailable`() {
        for code in [EMFILE, EACCES, EIO] {
            let error = fileError {
                errno = code
                return try OpenFolder.found(-1, name: "film.mp4")
            }
            #expect(error?.code == .unavailable && error?.subject == "film.mp4")
        }
    }

    @Test func `reads the opened file after its name was reused`() throws {
        let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
        try folder.write(bytes, to: "file")
        let file = try #require(try open("file"))
        try folder.remove("file")
        try folder.write([1, 2], to: "file")
        for range in [0..<1, 99_990..<100_000, 99_990..<200_000, 100_000..<100_001, 5..<5, 0..<Int.max] {
            #expect(try file.read(range) == Array(bytes[range.clamped(to: 0..<bytes.count)]), "\(range)")
        }
        #expect(file.status.bytes == 100_000)
        #expect(try open("file")?.read(0..<9) == [1, 2])
    }

    @Test func `a file that became shorter is read as far as it goes`() throws {
        try folder.write(Array(repeating: 7, count: 1_000), to: "file")
        let file = try #require(try open("file"))
        #expect(truncate(folder.path("file"), 10) == 0)
        #expect(try file.read(0..<1_000) == Array(repeating: 7, count: 10))
        #expect(try file.read(500..<1_000).isEmpty)
    }

    @Test func `below a folder no link is followed`() throws {
        try folder.makeFolder("root/deep")
        try folder.write([1], to: "root/deep/file")
        try folder.write([2], to: "root/file")
        for (link, target) in [("root/link", "deep"), ("root/deep/link", "file")] {
            try FileManager.default.createSymbolicLink(atPath: folder.path(link), withDestinationPath: target)
        }
        func open(_ path: String) throws -> OpenFile? {
            try OpenFile(path: path, below: folder.path("root"), name: path)
        }
        #expect(try open("deep/file")?.read(0..<9) == [1])
        #expect(try open("file")?.read(0..<9) == [2])
        for path in ["", "/", "deep", "link/file", "deep/link", "absent/file", "deep/absent", "file/below"] {
            #expect(try open(path) == nil, "\(path)")
        }
        try SocketFile.make(at: folder.path("root/socket"))
        #expect(try open("socket") == nil)
    }
}
