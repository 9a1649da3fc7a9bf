import Foundation
import MosaicFixtures
import Testing

@testable import Mosaic
@testable import MosaicSystem

extension FolderStoreTests {
    private func receive(_ text: String, _ bytes: [UInt8]) async throws -> StagedObject {
        var part: [UInt8]? = bytes
        return try await store.receive(key(text), limit: 100) {
            defer { part = nil }
            return part
        }
    }

    @Test func `uploads are received in a hidden folder and make no other files before publication`() async throws {
        let received = try await receive("film/screenshots/a", [1, 2])
        #expect(try folder.names(in: "library") == [".mosaic-incoming"])
        #expect(try folder.names(in: "library/.mosaic-incoming").count == 1)
        try await store.publish([[received]])
        #expect(try folder.read("library/film/screenshots/a") == [1, 2])
        #expect(try folder.names(in: "library/.mosaic-incoming").isEmpty)
        let other = try await receive("other/a", [1])
        await store.discard([other])
        #expect(try folder.names(in: "library/.mosaic-incoming").isEmpty && !folder.holds("library/other"))
    }

    @Test func `a received upload is published although its folder was locked or removed meanwhile`() async throws {
        try await store.put(key("film/screenshots/a"), [1])
        let received = try await receive("film/screenshots/b", [2])
        _ = try await store.lock(key("film"))
        try await store.delete(key("film/screenshots/a"))
        #expect(!folder.holds("library/film"))
        try await store.publish([[received]])
        #expect(try folder.read("library/film/screenshots/b") == [2])
    }

    @Test func `uploads abandoned by a killed process are removed, and current uploads stay`() async throws {
        let received = try await receive("film/a", [1])
        let old = Date().timeIntervalSince1970 - 90_000
        try folder.write([1], to: "library/.mosaic-incoming/0a-1-2-3", modified: old)
        try folder.write([1], to: "library/.mosaic-incoming/another", modified: old)
        try folder.write([1], to: "library/.mosaic-incoming/0a-1-2-4")
        await store.discardAbandonedUploads()
        let names = try folder.names(in: "library/.mosaic-incoming")
        #expect(names.count == 3 && Set(names).isSuperset(of: ["0a-1-2-4", "another"]))
        try await store.publish([[received]])
        #expect(try folder.read("library/film/a") == [1])
    }

    @Test func `a link on the way is refused before receiving, one that is replaced is not followed`() async throws {
        try folder.makeFolder("library/film")
        try folder.makeFolder("elsewhere")
        try folder.write([7], to: "elsewhere/a")
        func link(_ name: String, _ target: String) throws {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path("library/" + name), withDestinationPath: folder.path(target))
        }
        try link("other", "elsewhere")
        try link("film/a", "elsewhere/a")
        let error = await #expect(throws: MosaicError.self) { try await receive("other/a", [1]) }
        #expect(error?.code == .refused)
        #expect(!folder.holds("library/.mosaic-incoming"))
        let opened = await #expect(throws: MosaicError.self) { try await store.open(key("film/a")) }
        #expect(opened?.code == .refused)
        let received = try await receive("film/a", [1])
        try await store.publish([[received]])
        #expect(try folder.read("library/film/a") == [1] && folder.read("elsewhere/a") == [7])
        let late = try await receive("late/a", [1])
        try link("late", "elsewhere")
        let refused = await #expect(throws: MosaicError.self) { try await store.publish([[late]]) }
        #expect(refused?.code == .refused)
        #expect(try folder.read("elsewhere/a") == [7])
    }

    @Test func `a link in the place of the folder of uploads is refused and not followed`() async throws {
        try folder.makeFolder("library")
        try folder.makeFolder("elsewhere")
        let old = Date().timeIntervalSince1970 - 90_000
        for name in ["film", "0a-1-2-3"] { try folder.write([7], to: "elsewhere/\(name)", modified: old) }
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("library/.mosaic-incoming"), withDestinationPath: folder.path("elsewhere"))
        await store.discardAbandonedUploads()
        let error = await #expect(throws: MosaicError.self) { try await receive("film/a", [1]) }
        #expect(error?.code == .refused && error?.subject == ".mosaic-incoming")
        #expect(try folder.names(in: "elsewhere") == ["0a-1-2-3", "film"])
    }

    @Test func `a folder of uploads that other users may write is refused`() async throws {
        let path = try folder.makeFolder("library/.mosaic-incoming")
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: path)
        let error = await #expect(throws: MosaicError.self) { try await receive("film/a", [1]) }
        #expect(error?.code == .refused)
        #expect(try folder.names(in: "library/.mosaic-incoming").isEmpty)
    }

    @Test func `the folder's path has no links`() throws {
        let real = try #require(RealPath.of(folder.makeFolder("real")))
        try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: real)
        #expect(FolderStore(path: folder.path("link") + "/../link/").localPath == real)
        #expect(FolderStore(path: folder.path("absent")).localPath == folder.path("absent"))
    }
}
