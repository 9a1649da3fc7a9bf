import Foundation
import MosaicFixtures
import Testing

@testable import MosaicFiles

struct FileReaderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

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

    @Test(arguments: ["absent", "folder", "pipe"])
    func `what is no file is unavailable`(name: String) throws {
        try folder.makeFolder("folder")
        #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
        #expect(fileError { try FileReader.read(folder.path(name), name: name, limit: 9) }?.code == .unavailable)
    }
}
