package import Foundation
package import Mosaic

/// Retires and deletes unused uploaded screenshots.
extension StoryboardLibrary {
    /// Retires superseded uploads; their URLs stay valid as long as those of superseded sheets.
    ///
    /// - Parameter keepingOld: 0 deletes them at once.
    /// - Throws: `busy`, `unavailable`, `refused`.
    package func supersedeScreenshots(
        _ names: [String], of id: StoryboardID, keepingOld: Int, now: Date
    ) async throws {
        guard !names.isEmpty else { return }
        guard keepingOld > 0 else {
            let uploads = RetiredScreenshots(of: id, in: store).uploads
            for name in names { try await store.delete(uploads.appending(name)) }
            return
        }
        try await withScreenshots(of: id) { screenshots in
            try await catalog.noteRetired(id, since: now)
            try await screenshots.retire(names, .superseded, at: now)
        }
    }

    /// Deletes the retired screenshots of a name, of any format.
    ///
    /// - Returns: Names of the deleted objects in the storyboard's folder.
    /// - Throws: `busy`, `unavailable`, `refused`.
    package func purgeRetiredScreenshots(_ name: ScreenshotName, of id: StoryboardID) async throws -> [String] {
        try await withScreenshots(of: id) { try await $0.purge(name) }
    }

    /// The retired screenshots of a name, of any format, the last retired first.
    ///
    /// - Throws: `unavailable`, `refused`.
    package func retiredScreenshots(_ name: ScreenshotName, of id: StoryboardID) async throws -> [ObjectKey] {
        try await RetiredScreenshots(of: id, in: store).objects(of: name)
    }

    /// Removes all uploaded screenshots of a storyboard; foreign files beside them stay.
    ///
    /// - Throws: `refused` where a link is in the way, `unavailable`; a later call removes the rest.
    package func removeScreenshots(of id: StoryboardID) async throws {
        let screenshots = RetiredScreenshots(of: id, in: store)
        for file in try await screenshots.uploaded() { try await store.delete(screenshots.uploads.appending(file)) }
    }
}
