import Foundation
import MosaicFixtures
import Testing
import WebVTT

@testable import Mosaic
@testable import MosaicLibrary

/// Finding films.
struct SourceTreeFilmsTests {
    private let folder = TemporaryFolder()

    private func put(_ files: String...) throws {
        for file in files {
            if let slash = file.lastIndex(of: "/") { try folder.makeFolder(String(file[..<slash])) }
            try folder.write([1, 2, 3], to: file)
        }
    }

    private func walk(passing library: String? = nil) throws -> SourceTree.Walk {
        try SourceTree(root: folder.path("root")).walk(passing: library.map(folder.path))
    }

    @Test func `films are found beside folders of screenshots, with extensions in any case`() throws {
        try put(
            "root/b.MP4", "root/a/film.mkv", "root/a/ch1_0s.jpg", "root/a/deep/x.M2ts", "root/a.txt", "root/mp4",
            "root/only.json", "root/f.mp4.part")
        let walk = try walk()
        #expect(walk.films.map(\.name) == ["b.MP4", "a/film.mkv", "a/deep/x.M2ts"])
        #expect(walk.folders.map(\.name) == ["a"])
        #expect(walk.films.allSatisfy { $0.bytes == 3 && $0.companion == nil })
        let first = try #require(walk.films.first)
        #expect(first.path.hasSuffix("/root/b.MP4") && first.path.hasPrefix("/"))
    }

    @Test(arguments: FilmName.extensions.sorted())
    func `each extension is recognized as a film's`(_ end: String) throws {
        try put("root/film.\(end)")
        #expect(try walk().films.map(\.name) == ["film.\(end)"])
    }

    @Test func `hidden films, folders named like films, the library and published storyboards are passed by`() throws {
        try put(
            "root/.film.mp4", "root/.mp4", "root/folder.mp4/ch1_0s.jpg", "root/lib/film.mp4",
            "root/made/film.mp4", "root/made/mosaic.json", "root/.hidden/film.mp4")
        let walk = try walk(passing: "root/lib")
        #expect(walk.films.isEmpty)
        #expect(walk.folders.map(\.name) == ["folder.mp4"])
        #expect(walk.passed.map(\.name) == ["made"] && walk.passedFilms == 1)
    }

    @Test func `exported files of storyboards are not sources`() throws {
        try put(
            "root/player/iframes.00112233445566778899aabbccddeeff.mp4", "root/iframes.mp4", "root/film.mkv",
            "root/film.trickplay/320 - 5x5/0.jpg")
        let tree = try SourceTree(root: folder.path("root"), interval: Timestamp(milliseconds: 1_000))
        let walk = tree.walk(passing: nil)
        #expect(walk.films.map(\.name) == ["film.mkv", "iframes.mp4"])
        #expect(walk.folders.isEmpty)
    }

    @Test func `films whose names differ in their bytes alone are two, each with its own companion`() throws {
        let (composed, decomposed) = ("Caf\u{E9}", "Cafe\u{301}")
        try put("root/\(composed).mkv", "root/\(decomposed).mkv", "root/\(decomposed).json")
        let walk = try walk()
        #expect(walk.films.map { Array($0.name.utf8) } == [decomposed, composed].map { Array("\($0).mkv".utf8) })
        #expect(walk.films.map { $0.companion != nil } == [true, false])
        let plan = BatchPlan(walk, naming: .path)
        #expect(Set(plan.sources.map(\.id)).count == 2 && plan.sources.allSatisfy { $0.conflict == nil })
    }

    @Test(arguments: [
        "#recycle", "@Recycle", "$RECYCLE.BIN", "$Recycle.Bin", "System Volume Information", "lost+found",
        ".Trash-1000",
        "#snapshot", "@eaDir",
    ])
    func `a recycle bin, snapshots and other folders of a system are passed by`(_ name: String) throws {
        try put("root/\(name)/film.mkv", "root/\(name)/deep/ch1_0s.jpg", "root/a/\(name)/x.mkv", "root/kept/film.mkv")
        let walk = try walk()
        #expect(walk.films.map(\.name) == ["kept/film.mkv"] && walk.folders.isEmpty)
        #expect(
            try SourceTree(root: folder.path("root/\(name)")).walk(passing: nil).films.count == 1, "it may be the root")
    }

    @Test func `links to films are followed, other links and pipes are passed by`() throws {
        try put("elsewhere/film.mp4")
        try folder.makeFolder("root")
        for (link, target) in [
            ("root/film.mp4", "../elsewhere/film.mp4"), ("root/out.mp4", "../elsewhere"), ("root/no.mp4", "nowhere"),
            ("root/loop.mp4", "loop.mp4"),
        ] {
            try FileManager.default.createSymbolicLink(atPath: folder.path(link), withDestinationPath: target)
        }
        #expect(mkfifo(folder.path("root/pipe.mp4"), 0o600) == 0)
        let walk = try walk()
        #expect(walk.films.map(\.name) == ["film.mp4"])
        #expect(walk.films.first?.bytes == 3)
    }

    @Test func `a file of the same name beside a film tells of it`() throws {
        try put("root/a/film.mp4", "root/a/film.json", "root/film.mkv", "root/film.mp4.json", "root/other.json")
        #expect(
            try walk().films.map { $0.companion.map { $0.hasSuffix("/root/a/film.json") } } == [nil, true])
    }

    @Test func `films have ids from their titles and sources, folders from their paths`() throws {
        try put(
            "root/The X (1974)/The X (1974).mkv", "root/The X (1974)/The X (1974).mp4", "root/The X (1974)/ch1_0s.jpg",
            "root/b/The X (1974).mkv", "root/Größe.mkv")
        let plan = BatchPlan(try walk(), naming: nil)
        #expect(plan.sources.map(\.title) == ["The X (1974)", "Größe"] + Array(repeating: "The X (1974)", count: 3))
        #expect(plan.sources[0].id == StoryboardID(naming: "The X (1974)"))
        let ids = plan.sources.dropFirst().map(\.id.rawValue)
        #expect(ids.map { $0.dropLast(7) } == ["groesse"] + Array(repeating: "the-x-1974", count: 3))
        #expect(Set(ids).count == 4 && plan.sources.allSatisfy { $0.conflict == nil })
    }

    @Test func `shards have the same films at any mount point`() throws {
        let names = (1...20).map { "root/\($0).mkv" }
        for name in names { try put(name) }
        let here = (1...3).map { BatchPlan((try? walk()) ?? .init(), naming: nil, shard: Shard(index: $0, count: 3)) }
        try FileManager.default.moveItem(atPath: folder.path("root"), toPath: folder.path("mount"))
        let there = try SourceTree(root: folder.path("mount")).walk(passing: nil)
        for (number, part) in here.enumerated() {
            let other = BatchPlan(there, naming: nil, shard: Shard(index: number + 1, count: 3))
            #expect(part.sources.map(\.place.name) == other.sources.map(\.place.name))
        }
    }

    @Test func `a film is called like its path without extension`() throws {
        try put("root/crime/film 1.mp4", "root/a.b.mkv")
        let plan = BatchPlan(try walk(), naming: .path, prefix: "disk")
        #expect(plan.sources.map(\.title) == ["disk/a.b", "disk/film 1"])
        #expect(plan.sources.map(\.id) == ["disk/a.b", "disk/crime/film 1"].map { StoryboardID(naming: $0) })
        #expect(plan.sources.map(\.place.name) == ["a.b.mkv", "crime/film 1.mp4"])
    }

    @Test func `a folder and a film of one id conflict, and so do two films that differ in their extension`() throws {
        try put("root/x/ch1_0s.jpg", "root/x.mp4", "root/y.mkv", "root/y.mp4", "root/a/z.mp4", "root/b/z.mp4")
        let plan = BatchPlan(try walk(), naming: .slug)
        let conflicts = Dictionary(
            uniqueKeysWithValues: plan.sources.map { ($0.place.name, $0.conflict) })
        #expect(conflicts["x"] == BatchPlan.Conflict(other: "x.mp4", isExtensionOnly: true))
        #expect(conflicts["x.mp4"] == BatchPlan.Conflict(other: "x", isExtensionOnly: true))
        #expect(conflicts["y.mkv"] == BatchPlan.Conflict(other: "y.mp4", isExtensionOnly: true))
        #expect(conflicts["y.mp4"] == BatchPlan.Conflict(other: "y.mkv", isExtensionOnly: true))
        #expect(conflicts["a/z.mp4"] == BatchPlan.Conflict(other: "b/z.mp4", isExtensionOnly: false))
    }

    @Test func `a tree of films alone can be pruned, an empty one cannot`() throws {
        try put("root/a/film.mp4")
        let tree = try SourceTree(root: folder.path("root"))
        _ = try BatchPruning(.folder(tree), walk: tree.walk(passing: nil))
        try FileManager.default.removeItem(atPath: folder.path("root/a/film.mp4"))
        #expect(throws: MosaicError.self) { try BatchPruning(.folder(tree), walk: tree.walk(passing: nil)) }
    }
}
