import Foundation
import MosaicFixtures
import Testing

@testable import Mosaic
@testable import MosaicSystem

struct FolderStoreTests {
    let folder = TemporaryFolder()
    let store: FolderStore

    init() { store = FolderStore(path: folder.path("library")) }

    func key(_ text: String) throws -> ObjectKey { try #require(ObjectKey(rawValue: text)) }

    func names(_ path: String = "library") throws -> [String] { try folder.names(in: path) }

    func keys() async throws -> [String] {
        try await store.list(below: nil, after: nil, limit: 1_000).map(\.key.rawValue)
    }

    @Test func `a key is the path of a plain file`() async throws {
        try await store.put(key("film/a b/é.jpg"), [1, 2])
        #expect(try folder.read("library/film/a b/é.jpg") == [1, 2])
        try folder.write([3], to: "library/film/by-hand")
        #expect(try await store.read(key("film/by-hand"), limit: 1) == [3])
        #expect(try await keys() == ["film/a b/é.jpg", "film/by-hand"])
    }

    @Test func `naming a store makes nothing, and reading makes nothing`() async throws {
        #expect(try await keys().isEmpty)
        #expect(try await store.read(key("film/a"), limit: 9) == nil)
        try await store.delete(key("film/a"))
        #expect(!folder.holds("library"))
    }

    @Test func `no path at all is the working folder, not the system's root`() {
        #expect(FolderStore(path: "").path == ".")
    }

    // MARK: Folders

    @Test func `a folder and its parents are removed with the last file, but not the root`() async throws {
        try await store.put(key("a/b/c/d"), [1])
        try await store.put(key("a/x"), [1])
        try await store.delete(key("a/b/c/d"))
        #expect(try names("library/a") == ["x"])
        try folder.write([1], to: "library/a/foreign")
        try await store.delete(key("a/x"))
        #expect(try names("library/a") == ["foreign"])
        try folder.remove("library/a/foreign")
        try await store.delete(key("a/x"))
        #expect(try names().isEmpty, "a folder that a killed deletion left goes with the next one")
    }

    @Test func `folders whose names begin with a combining mark go, and no others`() async throws {
        try await store.put(key("a/\u{301}b/c"), [1])
        try await store.delete(key("a/\u{301}b/c"))
        #expect(try names().isEmpty)
    }

    @Test func `a staged file that is given up takes its folder along`() async throws {
        let staged = try await store.stage(key("a/b/c"), [1])
        #expect(folder.holds("library/a/b"))
        await store.discard([staged])
        #expect(try names().isEmpty)
    }

    @Test func `a lock makes its folder, and releasing it removes an empty folder`() async throws {
        do {
            let lock = try await store.lock(key("film"))
            #expect(folder.holds("library/film"))
            withExtendedLifetime(lock) {}
        }
        #expect(try names().isEmpty)
        do {
            let lock = try await store.lock(key("film"))
            try await store.put(key("film/a"), [1])
            withExtendedLifetime(lock) {}
        }
        #expect(try names() == ["film"])
    }

    @Test func `a folder that is held stays when it is emptied, until it is let go`() async throws {
        var lock: StoreLock? = try await store.lock(key("film"))
        try await store.put(key("film/a"), [1])
        try await store.delete(key("film/a"))
        #expect(try names() == ["film"])
        #expect(await failure { try await store.lock(key("film")) }?.code == .busy)
        withExtendedLifetime(lock) {}
        lock = nil
        #expect(try names().isEmpty)
        #expect(throws: Never.self) { try FolderLock(path: folder.makeFolder("library/film"), name: "film") }
    }

    // MARK: Kills

    @Test func `locking a folder removes files staged there by a killed run, and no others`() async throws {
        _ = try await store.stage(key("film/a"), [1])
        _ = try await store.stage(key("other/a"), [1])
        try await store.put(key("film/b"), [2])
        #expect(try await keys() == ["film/b"])
        #expect(try names("library/film").count == 2)
        let lock = try await store.lock(key("film"))
        #expect(try names("library/film") == ["b"])
        #expect(try names("library/other").count == 1, "whoever writes there may be at work")
        withExtendedLifetime(lock) {}
    }

    // flock of util-linux stands for another process; without it the test is skipped.
    @Test(.enabled(if: LockingProcess.isAvailable, "flock of util-linux is absent"), arguments: [false, true])
    func `a process holds a folder until it exits, then its staged files are removed`(isKilled: Bool) async throws {
        _ = try await store.stage(key("film/a"), [1])
        let other = try LockingProcess(folder: folder.path("library/film"))
        let error = await failure { try await store.lock(key("film")) }
        #expect(error?.code == .busy)
        #expect(error?.subject == "film")
        #expect(try names("library/film").count == 1, "what a living writer staged stays")
        other.end(killing: isKilled)
        let lock = try await store.lock(key("film"))
        #expect(try names("library/film").isEmpty)
        withExtendedLifetime(lock) {}
    }

    // MARK: Case

    @Test func `where a file system takes two ids for one, the second is refused`() async throws {
        let store = FolderStore(path: folder.path("library"), tellsCase: false)
        try await store.put(key("Film/a"), [1])
        for _ in 0..<2 {
            let error = await failure { try await store.lock(key("film")) }
            #expect(error?.code == .refused)
            #expect(error?.reason.contains("Film") == true)
        }
        #expect(try names() == ["Film"])
        let locks = [try await store.lock(key("Film")), try await store.lock(key("other"))]
        withExtendedLifetime(locks) {}
    }

    @Test func `here two ids that differ in case are two`() async throws {
        let locks = [
            try await store.lock(key("Film")), try await store.lock(key("film")), try await store.lock(key("FILM")),
            try await store.lock(key("123")),
        ]
        withExtendedLifetime(locks) {}
    }

    @Test func `a folder that goes and comes again is listed without a failure`() async throws {
        let folder = TemporaryFolder()
        let key = try #require(ObjectKey(rawValue: "story/screenshots"))
        try folder.makeFolder("story")
        let path = folder.path("story/screenshots")
        let toggling = Task.detached {
            while !Task.isCancelled {
                mkdir(path, 0o777)
                rmdir(path)
            }
        }
        defer { toggling.cancel() }
        let store = FolderStore(path: folder.path)
        for _ in 0..<3_000 { #expect(try await store.list(below: key, after: nil, limit: 10).isEmpty) }
    }
}
