import Foundation
import MosaicFixtures
import Synchronization
import Testing

@testable import Mosaic
@testable import MosaicSystem

/// Composes over a store that takes its time.
struct StalledStoreTests {
    /// A store in which nothing is staged before the gate is opened.
    private final class StalledStore: ObjectStore {
        let store: FolderStore
        let gate = AsyncSemaphore(permits: 1)

        init(_ store: FolderStore) { self.store = store }

        func stage(_ key: ObjectKey, _ bytes: [UInt8]) async throws -> StagedObject {
            try await gate.acquire()
            defer { gate.release() }
            return try await store.stage(key, bytes)
        }

        func publish(_ groups: [[StagedObject]]) async throws -> [ObjectVersion] {
            try await store.publish(groups)
        }
        func discard(_ staged: [StagedObject]) async { await store.discard(staged) }
        func read(_ key: ObjectKey, limit: Int) async throws -> [UInt8]? { try await store.read(key, limit: limit) }
        func read(_ key: ObjectKey, range: Range<Int>) async throws -> [UInt8]? {
            try await store.read(key, range: range)
        }
        func status(of key: ObjectKey) async throws -> ObjectStatus? { try await store.status(of: key) }
        func list(below folder: ObjectKey?, after: ObjectKey?, limit: Int) async throws -> [ObjectStatus] {
            try await store.list(below: folder, after: after, limit: limit)
        }
        func delete(_ key: ObjectKey) async throws { try await store.delete(key) }
        func lock(_ folder: ObjectKey?) async throws -> StoreLock { try await store.lock(folder) }
    }

    @Test(.timeLimit(.minutes(2)), arguments: SheetFormat.allCases)
    func `while no sheet can be stored, the tiles of two are made and one for each worker`(
        format: SheetFormat
    ) async throws {
        let folder = TemporaryFolder()
        var source = try ScreenshotSource(folder)
        source.settings.workers = 3
        source.settings.encoding.format = format
        try source.add((1...80).map { DrawnScreenshot(number: $0) })
        let store = StalledStore(FolderStore(path: folder.path("library")))
        try await store.gate.acquire()
        let request = try source.request()
        let place = try await StoryboardPublisher(of: request.id, in: store)
        let made = CountedProgress()
        let composer = StoryboardComposer(settings: source.settings)
        let work = Task {
            try await place.stage(
                request, by: composer, StoryboardComposer.Publication(), now: Date(), progress: { made.note($0) })
        }
        while store.gate.waiting == 0 { try await Task.sleep(for: .milliseconds(5)) }
        // Makers come to rest: nothing more is made however long they are given.
        var count = -1
        while count != made.all.count {
            count = made.all.count
            try await Task.sleep(for: .milliseconds(300))
        }
        #expect(count <= 2 * 4 + 3)
        store.gate.release()
        #expect(try await work.value.composition.storyboard.tiles.count == 80)
    }
}
