import Foundation
import MosaicFixtures
import Synchronization
import Testing

@testable import Mosaic
@testable import MosaicSystem

/// Composes over a store that takes its time.
struct StalledStoreTests {
    @Test(.timeLimit(.minutes(2)), arguments: SheetFormat.allCases)
    func `while no sheet can be stored, the tiles of two are made and one for each worker`(
        format: SheetFormat
    ) async throws {
        let folder = TemporaryFolder()
        var source = try ScreenshotSource(folder)
        source.settings.workers = 3
        source.settings.encoding.format = format
        try source.add((1...80).map { DrawnScreenshot(number: $0) })
        let gate = AsyncSemaphore(permits: 1)
        let store = ObservedStore(
            FolderStore(path: folder.path("library")),
            beforeStage: {
                try await gate.acquire()
                gate.release()
            })
        try await gate.acquire()
        let request = try source.request()
        let place = try await StoryboardPublisher(of: request.id, in: store)
        let made = CountedProgress()
        let composer = StoryboardComposer(settings: source.settings)
        let work = Task {
            try await place.stage(
                request, by: composer, StoryboardComposer.Publication(), now: Date(), progress: { made.note($0) })
        }
        while gate.waiting == 0 { try await Task.sleep(for: .milliseconds(5)) }
        // Makers come to rest: nothing more is made however long they are given.
        var count = -1
        while count != made.all.count {
            count = made.all.count
            try await Task.sleep(for: .milliseconds(300))
        }
        #expect(count <= 2 * 4 + 3)
        gate.release()
        #expect(try await work.value.composition.storyboard.tiles.count == 80)
    }
}
