import Foundation
import MosaicFixtures
import Testing

@testable import Mosaic

/// Links, names, files and disks that are in the way.
extension FolderStoreTests {
    /// Every function of the store on one key, and the code with which each is refused.
    private func codes(of text: String) async throws -> [MosaicError.Code?] {
        let key = try key(text)
        return [
            await failure { try await store.stage(key, [1]) }?.code,
            await failure { try await store.put(key, [1]) }?.code,
            await failure { try await store.put(key, [1], if: .absent) }?.code,
            await failure { try await store.read(key, limit: 9) }?.code,
            await failure { try await store.read(key, range: 0..<9) }?.code,
            await failure { try await store.status(of: key) }?.code,
            await failure { try await store.list(below: key, after: nil, limit: 9) }?.code,
            await failure { try await store.delete(key) }?.code,
            await failure { try await store.lock(key) }?.code,
        ]
    }

    @Test(arguments: ["linked", "linked/a", "linked/none/b", "film/sheet.jpg", "film/inner/a", "film/dangling"])
    func `no link inside the folder is followed`(text: String) async throws {
        try folder.makeFolder("elsewhere")
        try folder.makeFolder("library/film")
        try folder.write([7], to: "elsewhere/a")
        let manager = FileManager.default
        for (link, target) in [
            ("linked", "../elsewhere"), ("film/sheet.jpg", "../../elsewhere/a"), ("film/inner", "../../elsewhere"),
            ("film/dangling", "../../elsewhere/made"),
        ] {
            try manager.createSymbolicLink(atPath: folder.path("library/" + link), withDestinationPath: target)
        }
        #expect(try await codes(of: text).allSatisfy { $0 == .refused })
        #expect(try await keys().isEmpty)
        #expect(try folder.contents(of: "elsewhere") == ["a": [7]])
        #expect(try names() == ["film", "linked"])
        #expect(try names("library/film") == ["dangling", "inner", "sheet.jpg"])
    }

    @Test func `a link that comes while a file is staged is not followed either`() async throws {
        try folder.makeFolder("elsewhere")
        let staged = try await store.stage(key("film/a"), [1])
        try FileManager.default.moveItem(atPath: folder.path("library/film"), toPath: folder.path("moved"))
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("library/film"), withDestinationPath: folder.path("elsewhere"))
        #expect(await failure { try await store.publish([[staged]]) }?.code == .refused)
        #expect(try names("elsewhere").isEmpty)
    }

    @Test func `the folder itself may be a link`() async throws {
        try folder.makeFolder("elsewhere")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("library"), withDestinationPath: folder.path("elsewhere"))
        try await store.put(key("film/a"), [1])
        #expect(try folder.read("elsewhere/film/a") == [1])
        #expect(try await keys() == ["film/a"])
    }

    @Test(
        arguments: [
            ".mosaic-catalog.sqlite", ".mosaic-catalog.sqlite-wal", ".mosaic-catalog/x", ".mosaic-pending-1",
            "film/.mosaic-pending-1", "film/.mosaic-pending-1/a",
        ])
    func `reserved names of the library are refused as keys`(text: String) async throws {
        #expect(try await codes(of: text).allSatisfy { $0 == .refused })
        #expect(!folder.holds("library"))
    }

    @Test func `a name that no file can have is refused before anything is written`() async throws {
        let long = String(repeating: "ü", count: 128)
        for text in [long, "film/" + long, long + "/a"] {
            #expect(try await codes(of: text).allSatisfy { $0 == .refused })
        }
        #expect(!folder.holds("library"))
    }

    @Test func `a file where a folder should be is in the way`() async throws {
        try folder.makeFolder("library")
        try folder.write([7], to: "library/film")
        let key = try key("film/a")
        #expect(await failure { try await store.put(key, [1]) }?.reason.contains("not a folder") == true)
        #expect(await failure { try await store.put(key, [1], if: .absent) }?.code == .unavailable)
        #expect(await failure { try await store.lock(self.key("film")) }?.code == .refused)
        #expect(try await store.read(key, limit: 9) == nil)
        #expect(try await store.list(below: self.key("film"), after: nil, limit: 9).isEmpty)
        try await store.delete(key)
        #expect(try folder.contents(of: "library") == ["film": [7]])
    }

    @Test func `a folder where a file should be is in the way, and nothing is left beside it`() async throws {
        try folder.makeFolder("library/film/a/b")
        #expect(await failure { try await store.put(key("film/a"), [1]) }?.code == .unavailable)
        #expect(await failure { try await store.put(key("film/a"), [1], if: .absent) }?.code == .unavailable)
        #expect(try names("library/film") == ["a"])
        #expect(try names("library/film/a") == ["b"])
    }

    @Test func `pipes, hidden files at the top and names that no key has are not listed`() async throws {
        try folder.makeFolder("library/film")
        try folder.makeFolder("library/.snapshot")
        #expect(mkfifo(folder.path("library/film/pipe"), 0o600) == 0)
        for name in [
            ".hidden", ".snapshot/a", "film/a\\b", "film/a\nb", "film/.mosaic-pending-9", ".mosaic-catalog.sqlite",
            "film/.hidden", "top",
        ] {
            try folder.write([1], to: "library/" + name)
        }
        // A name that is no UTF-8.
        let descriptor = open(folder.path("library/film/") + "x", O_CREAT | O_WRONLY, 0o600)
        close(descriptor)
        let foreign: [CChar] = Array(folder.path("library/film/").utf8CString.dropLast()) + [-1, -2, 0]
        #expect(rename(folder.path("library/film/x"), foreign) == 0)
        #expect(try await keys() == ["film/.hidden", "top"])
        #expect(try await store.read(key("film/pipe"), limit: 9) == nil)
        #expect(try await store.status(of: key("film/pipe")) == nil)
    }

    // MARK: Disks

    // A disk of its own takes a mount, which takes root.
    @Test(.enabled(if: SmallDisk.isAvailable, "a tmpfs cannot be mounted here"))
    func `a full disk is reported and leaves existing objects`() async throws {
        let disk = try SmallDisk(at: folder.makeFolder("disk"), bytes: 64 << 10)
        let store = FolderStore(path: disk.path)
        let key = try key("film/a")
        try await store.put(key, [1])
        let large = [UInt8](repeating: 2, count: 80 << 10)
        for error in [
            await failure { try await store.put(key, large) },
            await failure { try await store.stage(self.key("other/b"), large) },
            await failure { try await store.put(self.key("film/c"), large, if: .absent) },
        ] {
            #expect(error?.code == .unavailable)
            #expect(error?.reason.contains("the disk is full") == true)
        }
        #expect(try folder.contents(of: "disk/film") == ["a": [1]])
        try await store.put(key, [3])
        #expect(try await store.read(key, limit: 9) == [3])
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "a tmpfs cannot be mounted here"))
    func `a read-only disk is read, and the error on writing names the reason`() async throws {
        let disk = try SmallDisk(at: folder.makeFolder("disk"), bytes: 64 << 10)
        let store = FolderStore(path: disk.path)
        let key = try key("film/a")
        try await store.put(key, [1])
        try disk.makeReadOnly()
        for error in [
            await failure { try await store.put(key, [2]) },
            await failure { try await store.put(self.key("b"), [2], if: .absent) },
            await failure { try await store.stage(self.key("other/b"), [2]) },
            await failure { try await store.delete(key) },
            await failure { try await store.lock(self.key("other")) },
        ] {
            #expect(error?.code == .unavailable)
            #expect(error?.reason.contains("read-only") == true, "\(String(describing: error))")
        }
        #expect(try await store.read(key, limit: 9) == [1])
        #expect(try await store.list(below: nil, after: nil, limit: 9).map(\.key) == [key])
    }
}
