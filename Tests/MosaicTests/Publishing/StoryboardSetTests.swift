import MosaicFixtures
import Testing
import TiledJPEG

@testable import Mosaic

struct StoryboardSetTests {
    /// Publishes a storyboard that names the widths, and one in a folder for each of `written`.
    private func publish(
        _ folder: TemporaryFolder, naming widths: [Int], written: [Int: DrawnStoryboard]
    ) async throws -> Storyboard {
        var main = try DrawnStoryboard().storyboard()
        main.widths = widths
        try folder.write(main.record(), to: Storyboard.recordName)
        for (width, drawing) in written {
            var drawing = drawing
            drawing.width = width
            try folder.makeFolder(String(width))
            try folder.write(try drawing.storyboard().record(), to: "\(width)/\(Storyboard.recordName)")
        }
        return main
    }

    @Test func `a storyboard comes with its widths, the smallest first`() async throws {
        let folder = TemporaryFolder()
        let main = try await publish(
            folder, naming: [160, 480], written: [480: DrawnStoryboard(), 160: DrawnStoryboard()])
        let set = try #require(try await StoryboardSet.published(in: FolderStore(path: folder.path), nil))
        #expect(set.main == main)
        #expect(set.members.map(\.folder) == [nil, "160", "480"])
        #expect(set.members.map(\.storyboard.geometry.tile.width) == [40, 160, 480])
    }

    @Test func `missing, damaged and foreign widths and widths with other times are left out`() async throws {
        let folder = TemporaryFolder()
        _ = try await publish(
            folder, naming: [100, 120, 140, 160, 180],
            written: [
                120: DrawnStoryboard(id: "other"), 140: DrawnStoryboard(times: [0, 10_000]),
                160: DrawnStoryboard(), 200: DrawnStoryboard(),
            ])
        try folder.makeFolder("180")
        try folder.write(Array("{".utf8), to: "180/\(Storyboard.recordName)")
        let set = try #require(try await StoryboardSet.published(in: FolderStore(path: folder.path), nil))
        #expect(set.members.map(\.folder) == [nil, "160"])
    }

    @Test func `an empty folder has no set`() async throws {
        let folder = TemporaryFolder()
        #expect(try await StoryboardSet.published(in: FolderStore(path: folder.path), nil) == nil)
    }
}
