import Foundation
import Mosaic

/// Takes storyboards out of the library, with their screenshots and jobs.
struct Removal: Sendable {
    /// How often and how long a worker that is at it is waited for.
    private static let attempts = 20
    private static let pause = Duration.milliseconds(100)

    let shelf: Shelf

    /// Removes a storyboard: first its job is taken back, so that nobody publishes it again, then its screenshots go, so
    /// that nobody composes it again, then what is published.
    ///
    /// - Returns: Whether there was anything.
    /// - Throws: `busy`, `malformed`, `refused`, `unavailable`; a later call removes the rest.
    func remove(_ id: StoryboardID) async throws -> Bool {
        let library = shelf.library
        if let job = try await library.catalog.job(of: id) {
            _ = try await library.catalog.update(job.number, heldBy: nil) { $0.cancel(now: Date()) }
        }
        let hadScreenshots = try await library.removeScreenshots(of: id)
        let wasThere = try await removePublished(id)
        shelf.forget(id)
        return wasThere || hadScreenshots
    }

    private func removePublished(_ id: StoryboardID) async throws -> Bool {
        var attempts = Self.attempts
        while true {
            do {
                return try await shelf.library.remove(id)
            } catch let error as MosaicError where error.code == .busy && attempts > 1 {
                // Its worker stops with its next heartbeat.
                attempts -= 1
                try await Task.sleep(for: Self.pause)
            }
        }
    }
}
