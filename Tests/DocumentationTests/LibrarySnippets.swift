import Foundation
import Mosaic
import MosaicEmbedded
import MosaicFixtures
import MosaicLibrary
import Testing

// The code between `snippet` and `end` is that of the landing page of MosaicLibrary.

private func publishedTrack(of screenshots: String, in path: String) async throws -> [UInt8]? {
    // snippet
    let library = try StoryboardLibrary.embedded(at: path)
    var request = JobRequest(id: StoryboardID(naming: "film-7"), source: ScreenshotSource(folder: screenshots))
    request.settle = 0
    _ = try await library.catalog.submit(request, priority: .interactive)
    try await JobWorker(library: library).run(until: .idle)
    let track = try await library.track(request.id)
    // end
    return track
}

struct LibrarySnippets {
    @Test func `a submitted job becomes a published storyboard`() async throws {
        let folder = TemporaryFolder()
        let samples = CodeListings.root.appending(path: "samples/xlumX1Wtzrg").path
        let track = try #require(try await publishedTrack(of: samples, in: folder.path("library")))
        #expect(track.starts(with: Array("WEBVTT".utf8)))
        #expect(track == (try folder.read("library/film-7/thumbnails.vtt")))
    }
}
