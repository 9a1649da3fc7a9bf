import Foundation
import Mosaic

/// Takes storyboards out of the library, with their screenshots and jobs.
///
/// They vanish at once. Sheets and screenshots can still be had under their names for a while, because players that
/// loaded the track and apps that stored URLs still ask for them.
struct Removal: Sendable {
    /// How often and how long a worker that is at it is waited for.
    private static let attempts = 20
    private static let pause = Duration.milliseconds(100)

    let shelf: Shelf
    let desk: JobDesk

    /// Removes a storyboard: first its job is taken back, so that nobody publishes it again, then its screenshots go, so
    /// that nobody composes it again, then what is published.
    ///
    /// - Parameter isAllowed: Throws where it must not be removed; asked while nothing else concerns the storyboard.
    /// - Returns: Whether there was anything.
    /// - Throws: `busy`, `malformed`, `refused`, `unavailable`, and a later call removes the rest; what `isAllowed` does.
    func remove(
        _ id: StoryboardID, if isAllowed: @escaping @Sendable () async throws -> Void = {}
    ) async throws -> Bool {
        try await desk.take(id) {
            try desk.folder.refuseObstacles(to: id)
            try await isAllowed()
            let catalog = shelf.library.catalog
            if let job = try await catalog.job(of: id) {
                _ = try await catalog.update(job.number, heldBy: nil) { $0.cancel(now: Date()) }
            }
            defer { shelf.forget(id) }
            var attempts = Self.attempts
            while true {
                do {
                    return try await removeNow(id)
                } catch let error as MosaicError where error.code == .busy && attempts > 1 {
                    // Its worker stops with its next heartbeat.
                    attempts -= 1
                    try await Task.sleep(for: Self.pause)
                }
            }
        }
    }

    /// Removes for good what was removed or superseded and whose time is over.
    ///
    /// - Throws: `unavailable`.
    func collect(now: Date) async throws {
        try desk.folder.collectSuperseded(keepingOld: desk.keepingOld, now: now)
        try await shelf.library.collectRemoved(keepingOld: desk.keepingOld, now: now) { id in
            try desk.folder.removeExpired(of: id, keepingOld: desk.keepingOld, now: now)
        }
    }

    private func removeNow(_ id: StoryboardID) async throws -> Bool {
        let now = Date()
        return try await shelf.library.remove(id, keepingOld: desk.keepingOld, now: now) {
            let wasThere = try desk.folder.setAside(id, now: now)
            // What waits for its time is collected later, and holds nothing up here.
            if desk.keepingOld == 0 { _ = try desk.folder.removeExpired(of: id, keepingOld: 0, now: now) }
            return wasThere
        }
    }
}
