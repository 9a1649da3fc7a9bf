import Foundation
import Mosaic
import MosaicFixtures
import Testing

// The code between `snippet` and `end` is that of the landing page of Mosaic.

private func composed(_ screenshots: String, into output: String, print: (Int, String) -> Void) async throws {
    // snippet
    let id = StoryboardID(naming: "film-7")
    let listing = try ScreenshotSource(folder: screenshots).listing()
    let folder = try StoryboardFolder(path: output, for: id)
    let request = CompositionRequest(id: id, listing: listing)
    let composition = try await StoryboardComposer().compose(request, into: folder)
    print(composition.storyboard.tiles.count, "tiles")
    // end
}

struct ComposingSnippets {
    @Test func `the sample story is composed into a folder`() async throws {
        let folder = TemporaryFolder()
        var counts: [Int] = []
        try await composed(CodeListings.root.appending(path: "samples/xlumX1Wtzrg").path, into: folder.path("out")) {
            count, _ in counts.append(count)
        }
        #expect(counts == [12])
        #expect(folder.holds("out/thumbnails.vtt"))
    }
}
