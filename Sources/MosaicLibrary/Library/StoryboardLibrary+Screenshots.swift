package import Foundation
package import Mosaic

/// Removes screenshots from a library, and from all sheets that show them.
extension StoryboardLibrary {
    /// Maximum time that ``purgeScreenshot(_:of:settings:)`` waits for a worker that has leased the storyboard's job.
    private static let timeout = Duration.seconds(60)
    private static let pause = Duration.milliseconds(100)

    /// Removes an uploaded screenshot, including retired copies, and wakes the job, which composes the storyboard
    /// again.
    ///
    /// If the screenshots come from another source, the screenshot must have been removed from that source before.
    /// - Returns: The removed objects, which external caches should drop; nil if there was nothing to remove.
    /// - Throws: `refused` if the source still has the screenshot, `busy`, `malformed`, `unavailable`.
    package func removeScreenshot(_ name: ScreenshotName, of id: StoryboardID) async throws -> PurgedObjects? {
        let job = try await catalog.job(of: id)
        let deleted = try await deleteScreenshot(name, of: id)
        let removed = PurgedObjects(of: id, sheetsAt: nil).adding(deleted)
        var wasThere = !removed.names.isEmpty
        if let source = try job?.request().source, !source.isUploads(of: id) {
            guard try await !holds(name, in: source) else {
                throw MosaicError(
                    .refused, id.rawValue, "Its screenshots come from a source; remove the screenshot there first.")
            }
            if try await isShown(name, of: id) { wasThere = true }
        }
        if wasThere, let job { _ = try await catalog.update(job.number) { $0.wake(now: $1) } }
        return wasThere ? removed : nil
    }

    /// Removes an uploaded screenshot and its retired copies, in any format, without composing.
    ///
    /// - Returns: Names of the removed objects in the storyboard's folder.
    /// - Throws: `busy`, `unavailable`, `refused` if the path contains a link.
    package func deleteScreenshot(_ name: ScreenshotName, of id: StoryboardID) async throws -> [String] {
        // Retired copies come first, so that no request finds one of them under the name of the current file.
        var deleted = try await purgeRetiredScreenshots(name, of: id)
        let screenshots = RetiredScreenshots(of: id, in: store)
        for file in try await screenshots.uploaded() where ScreenshotName(file) == name {
            try await store.delete(screenshots.uploads.appending(file))
            deleted.append("\(ScreenshotSource.uploadsName)/\(file)")
        }
        return deleted
    }

    /// Removes all objects that show a removed screenshot: composes the storyboard without the screenshot, then deletes
    /// all of its retired objects.
    ///
    /// - Returns: The removed objects, which external caches should drop.
    /// - Throws: `refused` if no unfinished job composes the storyboard, `busy` if another worker takes longer than
    ///   ``timeout``, `unavailable`.
    package func purgeScreenshot(
        _ name: ScreenshotName, of id: StoryboardID, settings: JobWorker.Settings = JobWorker.Settings()
    ) async throws -> PurgedObjects {
        let worker = JobWorker(library: self, name: WorkerName.unique().rawValue, settings: settings)
        let end = ContinuousClock.now + Self.timeout
        while true {
            do {
                if let purged = try await purgeRetired(of: id, unlessShowing: name) { return purged }
                let isComposed = try await worker.step(only: id)
                if isComposed, ContinuousClock.now < end { continue }
                guard let job = try await catalog.job(of: id), !job.state.isFinal else {
                    throw MosaicError(
                        .refused, id.rawValue, "Its sheets show the screenshot, and no job composes them.")
                }
            } catch let error as MosaicError where error.code == .busy && ContinuousClock.now < end {
                // A worker has leased the job and may have read the screenshot.
            }
            guard ContinuousClock.now < end else {
                throw MosaicError(.busy, id.rawValue, "It is not composed without the screenshot yet; try again.")
            }
            try await Task.sleep(for: Self.pause)
        }
    }

    /// Whether a source contains a screenshot. False if a folder cannot be listed; an error if a bucket cannot be
    /// listed.
    private func holds(_ name: ScreenshotName, in source: ScreenshotSource) async throws -> Bool {
        let listing: ScreenshotListing?
        if source.bucketAddress == nil {
            listing = try? source.listing(isGrowing: true)
        } else {
            do {
                listing = try await reader(of: source).list()
            } catch let error as MosaicError where error.code == .noScreenshots {
                listing = nil
            }
        }
        return listing?.screenshots.contains { ScreenshotName($0.name) == name } ?? false
    }

    /// Whether a published sheet shows the screenshot.
    private func isShown(_ name: ScreenshotName, of id: StoryboardID) async throws -> Bool {
        try await storyboard(id)?.shows(name) ?? false
    }
}

extension Storyboard {
    /// Whether one of the tiles shows a screenshot.
    func shows(_ name: ScreenshotName) -> Bool {
        tiles.contains { $0.state != .placeholder && ScreenshotName($0.source.name) == name }
    }
}

/// Retires and deletes unused uploaded screenshots.
extension StoryboardLibrary {
    /// Retires superseded uploads. Their URLs stay valid as long as the URLs of superseded sheets.
    ///
    /// - Parameter keepingOld: Seconds for which retired objects are kept; 0 deletes the uploads at once.
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

    /// Deletes the retired screenshots of a name, in any format.
    ///
    /// - Returns: Names of the deleted objects in the storyboard's folder.
    /// - Throws: `busy`, `unavailable`, `refused`.
    package func purgeRetiredScreenshots(_ name: ScreenshotName, of id: StoryboardID) async throws -> [String] {
        // The lock creates the storyboard's folder.
        guard try await !retiredScreenshots(name, of: id).isEmpty else { return [] }
        return try await withScreenshots(of: id) { try await $0.purge(name) }
    }

    /// The retired screenshots of a name, in any format, the last retired first.
    ///
    /// - Throws: `unavailable`, `refused`.
    package func retiredScreenshots(_ name: ScreenshotName, of id: StoryboardID) async throws -> [ObjectKey] {
        try await RetiredScreenshots(of: id, in: store).objects(of: name)
    }

    /// Removes all uploaded screenshots of a storyboard; foreign files in the same folder are kept.
    ///
    /// - Throws: `refused` if the path contains a link, `unavailable`. After an error, a later call removes the rest.
    package func removeScreenshots(of id: StoryboardID) async throws {
        let screenshots = RetiredScreenshots(of: id, in: store)
        for file in try await screenshots.uploaded() { try await store.delete(screenshots.uploads.appending(file)) }
    }
}

/// Deleted objects. External caches may still have them, sheets for a year.
package struct PurgedObjects: Hashable, Sendable {
    package let id: StoryboardID
    /// Paths of the sheets, documents and screenshots below the storyboard's folder. Screenshots are in `screenshots/`;
    /// the objects of a further width are in the width's folder.
    package internal(set) var names: [String] = [] {
        // Hidden files have no URL.
        didSet { names.removeAll { Self.file(of: $0).hasPrefix(".") } }
    }
    /// Settings from which tracks formed the URLs of sheets; nil if unknown.
    private let track: TrackSettings?

    init(of id: StoryboardID, sheetsAt track: TrackSettings?) {
        self.id = id
        self.track = track
    }

    /// The deleted objects, each once and sorted: URLs of sheets on foreign servers, otherwise paths below the library.
    package var locations: [String] {
        Set(names).map { foreignURL(of: $0) ?? "\(id)/\($0)" }.sorted()
    }

    /// The same storyboard with the names of further deleted objects.
    package func adding(_ names: [String]) -> PurgedObjects {
        var purged = self
        purged.names += names
        return purged
    }

    /// The URL of a sheet on a foreign server; nil for all other objects.
    package func foreignURL(of name: String) -> String? {
        let file = Self.file(of: name)
        let isSheet = SheetName(rawValue: String(file)) != nil && !name.hasPrefix("\(ScreenshotSource.uploadsName)/")
        return isSheet ? track?.foreignURL(ofSheet: name, id) : nil
    }

    /// The last part of a name, after the last slash.
    private static func file(of name: String) -> Substring {
        name.utf8.lastIndex(of: UInt8(ascii: "/")).map { name[name.utf8.index(after: $0)...] } ?? name[...]
    }
}
