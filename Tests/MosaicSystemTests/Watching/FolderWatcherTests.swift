import Foundation
import MosaicFixtures
import Testing

@testable import MosaicSystem

struct FolderWatcherTests {
    @Test(arguments: [false, true])
    func `the first state lists the folder, also through a link`(polls: Bool) async throws {
        let watched = WatchedFolder()
        try watched.folder.makeFolder("shots/folder.jpg")
        for name in ["shots/ch1_0s.jpg", "shots/b.PNG", "shots/.c.jpg", "shots/d.txt"] {
            try watched.folder.write([1], to: name, modified: 1_000_000_000)
        }
        let link = watched.folder.path("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: watched.folder.path("shots"))
        await watched.watch(link, polls: polls)
        #expect(watched.states == [FolderState(stable: ["ch1_0s.jpg", "b.PNG"], changing: [])])
        try watched.folder.write([1], to: "shots/e.jpg", modified: 1_000_000_000)
        #expect(await watched.comesToRest(["ch1_0s.jpg", "b.PNG", "e.jpg"]))
    }

    @Test(arguments: [false, true])
    func `files come, are replaced and go`(polls: Bool) async throws {
        let watched = WatchedFolder()
        await watched.watch(polls: polls)
        #expect(watched.states == [FolderState(stable: [], changing: [])])
        try watched.renameIntoPlace("a.jpg")
        #expect(await watched.comesToRest(["a.jpg"]))
        try watched.folder.write([1, 2], to: "b.jpg")
        #expect(await watched.comesToRest(["a.jpg", "b.jpg"]))

        var told = watched.states.count
        try watched.renameIntoPlace("a.jpg", [2])
        #expect(await wait { watched.states.count > told })
        #expect(watched.states.last?.stable == ["a.jpg", "b.jpg"])

        told = watched.states.count
        let handle = try FileHandle(forWritingTo: URL(filePath: watched.folder.path("b.jpg")))
        try handle.write(contentsOf: Data([7]))
        try handle.close()
        #expect(await wait { watched.states.count > told })
        #expect(watched.states.last?.stable == ["a.jpg", "b.jpg"])

        try watched.folder.remove("a.jpg")
        #expect(await watched.comesToRest(["b.jpg"]))
        #expect(rename(watched.folder.path("b.jpg"), watched.folder.path("c.jpg")) == 0)
        #expect(await watched.comesToRest(["c.jpg"]))
        #expect(rename(watched.folder.path("c.jpg"), watched.folder.path("c.txt")) == 0)
        #expect(await watched.comesToRest([]))
        #expect(!watched.hasEnded)
    }

    @Test(arguments: [false, true])
    func `reports a slowly written file when it is complete, and other files meanwhile`(polls: Bool) async throws {
        let rest = Duration.milliseconds(800)
        let watched = WatchedFolder()
        await watched.watch(rest: rest, polls: polls)
        let writer = try SlowWriter(watched.folder.path("slow.jpg"))
        try watched.renameIntoPlace("a.jpg")
        #expect(await wait { watched.states.last?.stable.contains("a.jpg") == true })
        try watched.folder.write([1], to: "b.jpg")
        #expect(await wait { watched.states.last?.stable.contains("b.jpg") == true })
        let isEarly = watched.states.contains { $0.stable.contains("slow.jpg") }
        #expect(!isEarly || writer.longestGap > rest / 2)
        #expect(watched.states.last?.changing == ["slow.jpg"] || writer.longestGap > rest / 2)
        await writer.stop()
        #expect(await watched.comesToRest(["a.jpg", "b.jpg", "slow.jpg"]))
        #expect(watched.states.last?.changing == [])
    }

    @Test(arguments: [false, true])
    func `a burst of changes makes few states`(polls: Bool) async throws {
        let watched = WatchedFolder()
        let start = ContinuousClock.now
        await watched.watch(rest: .seconds(2), polls: polls)
        for _ in 0..<300 {
            try watched.renameIntoPlace("a.jpg")
            try await Task.sleep(for: .milliseconds(4))
        }
        let names = (0..<1_000).map { "ch\($0)_\($0)s.jpg" }
        for name in names.shuffled() { try watched.renameIntoPlace(name) }
        #expect(await watched.comesToRest(Set(names + ["a.jpg"])))
        // One for each look, and no two looks within a quarter of a second.
        let looks = (ContinuousClock.now - start) / .milliseconds(250)
        #expect(watched.states.count <= Int(looks) + 2)
    }

    @Test(arguments: [false, true])
    func `reports an open file again after a write`(polls: Bool) async throws {
        let watched = WatchedFolder()
        try watched.folder.write([1], to: "a.jpg", modified: 1_000_000_000)
        let handle = try FileHandle(forUpdating: URL(filePath: watched.folder.path("a.jpg")))
        await watched.watch(polls: polls)
        for told in 1...2 {
            #expect(await wait { watched.states.count == told })
            #expect(watched.states.last == FolderState(stable: ["a.jpg"], changing: []))
            try handle.write(contentsOf: Data([2]))
        }
        #expect(await wait { watched.states.count == 3 })
        try handle.close()
    }

    @Test func `any time may be asked for`() async throws {
        for duration in [Duration.seconds(Int64.max), .seconds(-1), .zero] {
            let folder = TemporaryFolder()
            try folder.write([1], to: "a.jpg", modified: 1_000_000_000)
            let states = FolderWatcher(path: folder.path, rest: duration, interval: duration).states
            var first: FolderState?
            for try await state in states {
                first = state
                break
            }
            #expect(first?.stable == ["a.jpg"])
        }
    }

    @Test func `reports changes made while the watch begins`() async throws {
        for round in 0..<40 {
            let watched = WatchedFolder()
            async let begun: Void = watched.watch(polls: false)
            for _ in 0..<round { await Task.yield() }
            for name in ["a.jpg", "b.jpg", "c.jpg"] { try watched.renameIntoPlace(name) }
            await begun
            #expect(await watched.comesToRest(["a.jpg", "b.jpg", "c.jpg"]))
            await watched.cancel()
        }
    }

    @Test(.enabled(if: KernelWatches.areListed, "Only Linux lists what is watched."), arguments: [false, true])
    func `cancelling the reader ends the watch`(polls: Bool) async throws {
        let watched = WatchedFolder()
        await watched.watch(polls: polls)
        #expect(try KernelWatches.count(over: watched.folder.path) == (polls ? 0 : 1))
        await watched.cancel()
        #expect(watched.hasEnded && watched.error == nil)
        #expect(try await wait { try KernelWatches.count(over: watched.folder.path) == 0 })
    }

    @Test(.enabled(if: KernelWatches.areListed, "Only Linux lists what is watched."))
    func `a reader that turns away ends the watch`() async throws {
        let folder = TemporaryFolder()
        for try await _ in FolderWatcher(path: folder.path).states {
            #expect(try KernelWatches.count(over: folder.path) == 1)
            break
        }
        _ = FolderWatcher(path: folder.path).states
        #expect(try await wait { try KernelWatches.count(over: folder.path) == 0 })
    }

    @Test(arguments: [false, true])
    func `where no folder is, there is no input`(polls: Bool) async throws {
        let watched = WatchedFolder()
        await watched.watch(watched.folder.path("shots"), polls: polls)
        #expect(watched.error?.code == .missing && watched.error?.subject == "shots")
        try watched.folder.write([1], to: "a.jpg")
        let other = WatchedFolder()
        await other.watch(watched.folder.path("a.jpg"), polls: polls)
        #expect(other.error?.code == .missing && other.error?.subject == "a.jpg")
    }

    /// Changes of the folder `above/shots`, the target of `link`.
    enum Loss: CaseIterable {
        case removed, renamed, renamedAbove, linkedElsewhere, replaced
    }

    @Test(arguments: Loss.allCases, [false, true])
    func `removing or moving the folder ends the watch with an error`(loss: Loss, polls: Bool) async throws {
        let watched = WatchedFolder()
        let folder = watched.folder
        try folder.makeFolder("above/shots")
        let link = folder.path("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path("above/shots"))
        await watched.watch(link, polls: polls)
        #expect(watched.states.count == 1 && !watched.hasEnded)
        switch loss {
        case .removed: try folder.remove("above/shots")
        case .renamed: #expect(rename(folder.path("above/shots"), folder.path("above/other")) == 0)
        case .renamedAbove: #expect(rename(folder.path("above"), folder.path("other")) == 0)
        case .linkedElsewhere:
            try folder.remove("link")
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path("above"))
        case .replaced:
            #expect(rename(folder.path("above/shots"), folder.path("above/other")) == 0)
            try folder.makeFolder("above/shots")
        }
        #expect(await wait { watched.hasEnded })
        #expect(watched.error?.code == .unavailable && watched.error?.subject == "link")
        #expect(watched.error?.reason.contains("removed") == true)
    }
}
