import Foundation
import MosaicFixtures
import Testing

@testable import Mosaic
@testable import MosaicSystem

struct FolderStoreVersionsTests {
    private let folder = TemporaryFolder()
    private let store: FolderStore
    private let key: ObjectKey

    init() throws {
        store = FolderStore(path: folder.path)
        key = try #require(ObjectKey(rawValue: "film/a"))
    }

    private func status() throws -> FileStatus { try #require(FileStatus(path: folder.path("film/a"))) }

    /// Waits for the next tick of the file system's clock, which is a few milliseconds.
    private func change(_ change: () throws -> Void) throws {
        let before = try status().changed
        repeat { try change() } while try status().changed == before
    }

    @Test(arguments: [(-1, false), (0, false), (2_000_000_000, false), (2_000_000_001, true)])
    func `a file has no version before it was left alone for two seconds`(age: Int64, isTold: Bool) async throws {
        let version = try await store.put(key, [1])
        let written = try status().modified
        let later = FolderStore(path: folder.path, tellsCase: nil, now: { written + age })
        #expect(try await later.status(of: key)?.version == (isTold ? version : nil))
        #expect(try await later.list(below: nil, after: nil, limit: 9).map(\.version) == [isTold ? version : nil])
    }

    @Test func `a file written in place has another version, also with its former length and time`() async throws {
        let version = try await store.put(key, [1])
        let date = Date(timeIntervalSince1970: 1_000)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: folder.path("film/a"))
        let aged = try status()
        #expect(ObjectVersion(of: aged) != version)
        try change {
            let file = try #require(FileHandle(forWritingAtPath: folder.path("film/a")))
            try file.write(contentsOf: Data([2]))
            try file.close()
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: folder.path("film/a"))
        }
        let now = try status()
        #expect(now.inode == aged.inode && now.bytes == aged.bytes && now.modified == aged.modified)
        #expect(ObjectVersion(of: now) != ObjectVersion(of: aged))
    }

    @Test func `a foreign change is detected and kept`() async throws {
        let version = try await store.put(key, [1])
        let staged = try await store.stage(key, [2]).published(if: .matches(version))
        try change {
            let file = try #require(FileHandle(forWritingAtPath: folder.path("film/a")))
            try file.write(contentsOf: Data([7]))
            try file.close()
        }
        #expect(await failure { try await store.publish([[staged]]) }?.code == .conflict)
        #expect(try folder.read("film/a") == [7])
        await store.discard([staged])
        #expect(try folder.names(in: "film") == ["a"])
    }

    @Test func `conditional publication works while the storyboard's lock is held`() async throws {
        let lock = try await store.lock(ObjectKey(rawValue: "film"))
        let version = try await store.put(key, [1], if: .absent)
        try await store.put(key, [2], if: .matches(version))
        withExtendedLifetime(lock) {}
        #expect(try folder.read("film/a") == [2])
    }

    @Test func `a link in the place of an upload counts as an object`() async throws {
        try folder.write([7], to: "elsewhere")
        try folder.makeFolder("film")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("film/a"), withDestinationPath: folder.path("elsewhere"))
        var parts: [[UInt8]] = [[1]]
        let received = try await store.receive(key, limit: 9) { parts.popLast() }
        #expect(await failure { try await store.publish([[received.published(if: .absent)]]) }?.code == .conflict)
        try await store.publish([[received]])
        #expect(try folder.read("film/a") == [1] && folder.read("elsewhere") == [7])
    }
}
