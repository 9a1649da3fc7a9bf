import Foundation
import MosaicFixtures
import Testing

@testable import MosaicSystem

/// Changes of one file.
struct FileWatcherTests {
    private let folder = TemporaryFolder()
    private let path: String

    init() throws {
        path = folder.path("film.mp4")
    }

    private func watcher() -> FileWatcher {
        FileWatcher(path: path, rest: .milliseconds(50), interval: .milliseconds(10))
    }

    @Test func `a file comes, is replaced and goes`() async throws {
        var watcher = watcher()
        #expect(try await watcher.next() == .absent)
        try folder.write([1], to: "film.mp4")
        #expect(try await watcher.next() == .stable)
        try folder.write([1, 2], to: "other")
        #expect(rename(folder.path("other"), path) == 0)
        #expect(try await watcher.next() == .stable)
        try FileManager.default.removeItem(atPath: path)
        #expect(try await watcher.next() == .absent)
    }

    @Test func `an old file is stable at once, and a folder is absent`() async throws {
        try folder.write([1], to: "film.mp4", modified: 1_000_000)
        var watcher = watcher()
        #expect(try await watcher.next() == .stable)
        var other = FileWatcher(path: folder.path, rest: .milliseconds(10))
        #expect(try await other.next() == .absent)
    }

    @Test func `cancellation ends the wait`() async throws {
        let task = Task { [watcher = watcher()] in
            var watcher = watcher
            while true { _ = try await watcher.next() }
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
