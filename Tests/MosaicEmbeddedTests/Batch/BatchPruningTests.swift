import Foundation
import MosaicEmbedded
import MosaicFixtures
import Testing
import WebVTT

@testable import Mosaic
@testable import MosaicLibrary

/// Storyboards whose source is missing.
struct BatchPruningTests {
    private let films: Films

    init() throws { films = try Films() }

    private func orphans() async throws -> [BatchPruning.Orphan] {
        let tree = try SourceTree(root: films.folder.path("films"))
        return try await BatchPruning(.folder(tree), walk: tree.walk(passing: nil)).findings(in: films.library).orphans
    }

    @Test func `a storyboard is an orphan when its folder holds no screenshot any more`() async throws {
        for name in ["emptied", "gone", "kept"] { try films.add(name) }
        #expect(await films.run().count == 3)
        #expect(try await orphans().isEmpty)
        try films.folder.remove("films/gone")
        try films.folder.remove("films/emptied")
        try films.folder.makeFolder("films/emptied")
        try films.folder.remove("films/kept/ch1_10s.jpg")
        #expect(try await orphans().map(\.id.rawValue) == ["emptied", "gone"])
    }

    @Test func `each is judged by the kind of screenshots that it is made of`() async throws {
        try films.add("kept")
        try films.folder.makeFolder("films/frames")
        for name in ["1.jpg", "2.jpg"] {
            try films.folder.write(
                DrawnScreenshot(number: 1).encoded, to: "films/frames/" + name, modified: 1_600_000_000)
        }
        var numbered = films.request("frames")
        numbered.source.interval = Timestamp(milliseconds: 10_000)
        var listed = films.request("frames")
        listed.id = StoryboardID(naming: "listed")
        listed.source.list = films.folder.path("times.csv")
        try films.folder.write(Array("1.jpg,0\n".utf8), to: "times.csv")
        let items = [numbered, listed, films.request("kept")].map { request in
            Batch.Entry.item(BatchItem(request: request, library: films.library, label: .init(id: request.id)))
        }
        #expect(await films.run(entries: items).allSatisfy { $0.outcome == .composed })
        #expect(try await orphans().isEmpty)
        try films.folder.remove("times.csv")
        #expect(try await orphans().isEmpty, "Without the list nobody knows.")
        try films.folder.remove("films/frames/1.jpg")
        try films.folder.remove("films/frames/2.jpg")
        #expect(try await orphans().map(\.id.rawValue) == ["frames"])
        try films.folder.remove("films/frames")
        #expect(try await orphans().map(\.id.rawValue) == ["frames", "listed"])
    }

    @Test func `storyboards from outside of the tree are not orphans`() async throws {
        try films.add("kept")
        try films.folder.makeFolder("films-2/x")
        try films.folder.write(DrawnScreenshot(number: 1).encoded, to: "films-2/x/ch1_0s.jpg")
        let elsewhere = JobRequest(
            id: StoryboardID(naming: "x"), source: Mosaic.ScreenshotSource(folder: films.folder.path("films-2/x")))
        let item = BatchItem(request: elsewhere, library: films.library, label: .init(id: elsewhere.id))
        #expect(await films.run(entries: [.item(item)]).map(\.outcome) == [.composed])
        try films.folder.remove("films-2")
        #expect(try await orphans().isEmpty)
    }

    @Test func `a tree without any screenshot is rather a disk that is not there`() async throws {
        try films.add("a")
        _ = await films.run()
        try films.folder.remove("films/a")
        await #expect(throws: MosaicError.self) { try await orphans() }
    }

    @Test func `pruning is refused while a folder cannot be read`() throws {
        try films.add("a")
        let tree = try SourceTree(root: films.folder.path("films"))
        var walk = tree.walk(passing: nil)
        walk.unreadable.append(SkippedFile(name: "b", reason: "The folder cannot be read."))
        #expect(throws: MosaicError(.refused, "b", "The folder cannot be read. Nothing is removed while that is so.")) {
            try BatchPruning(.folder(tree), walk: walk)
        }
    }
}
