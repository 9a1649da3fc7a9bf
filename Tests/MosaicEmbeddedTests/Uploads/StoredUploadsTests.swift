import Foundation
import MosaicFixtures
import Testing

@testable import Mosaic
@testable import MosaicEmbedded
@testable import MosaicLibrary

/// Uploads in a store that has no folder.
struct StoredUploadsTests {
    @Test func `a worker composes and publishes them`() async throws {
        let folder = TemporaryFolder()
        let store = MemoryStore()
        let library = StoryboardLibrary(
            store: store, catalog: try StoryboardLibrary.embedded(at: folder.makeFolder("catalog")).catalog)
        let film = StoryboardID(naming: "film")
        let uploads = UploadedScreenshots(of: library)
        for number in 1...3 {
            let name = ChapterFile(try #require(ScreenshotName("ch\(number)_\(number)0s.jpg")), .jpeg)
            var parts = [DrawnScreenshot(number: number).encoded][...]
            let received = try await uploads.receive(name, of: film, limit: 1 << 20) { parts.popFirst() }
            _ = try await uploads.publish(received, as: name, of: film, keepingOld: 100, now: Date())
        }
        var request = JobRequest(id: film, source: uploads.source(of: film))
        request.settle = 0
        request.settings.geometry.width = 40
        let job = try await library.catalog.submit(request)
        #expect(try await JobWorker(library: library, name: "worker").step())
        #expect(try await library.catalog.job(job.number)?.state == .completed)
        #expect(try await library.storyboard(film)?.tiles.map(\.source.name) == (1...3).map { "ch\($0)_\($0)0s.jpg" })
        #expect(try await library.track(film) != nil)
    }
}
