public import Foundation
public import Mosaic

extension StoryboardLibrary {
    /// Storyboards in a page of the catalog.
    private static let pageLimit = 1_000

    /// Deletes expired retired objects, and finishes removals whose process was killed.
    ///
    /// It examines storyboards that the catalog lists as having retired objects, at most `limit`. Storyboards that are
    /// locked or cannot be read are left to a later call. Objects expire `seconds` after they were retired.
    /// - Returns: The storyboards of which something was deleted.
    /// - Throws: `unavailable`, after all other storyboards were examined.
    @discardableResult
    public func collect(
        keepingOld seconds: Int, limit: Int = .max, now: Date? = nil
    ) async throws -> [StoryboardID] {
        let now = try await time(now)
        var changed: [StoryboardID] = []
        var failure: (any Error)?
        var last: RetiredStoryboard?
        var count = 0
        let end = now.addingTimeInterval(-TimeInterval(max(0, seconds)))
        while count < limit {
            let page = try await catalog.retired(until: end, after: last, limit: min(Self.pageLimit, limit - count))
            guard let final = page.last else { break }
            for storyboard in page {
                try Task.checkCancellation()
                do {
                    let isChanged = try await withRoom {
                        try await collect(storyboard.id, keepingOld: seconds, now: now)
                    }
                    if isChanged { changed.append(storyboard.id) }
                } catch let error as MosaicError where error.code.isOfOneStoryboard {
                    continue
                } catch {
                    // The storyboards after it must not wait for it.
                    failure = failure ?? error
                }
            }
            last = final
            count += page.count
        }
        if let failure { throw failure }
        return changed
    }

    /// Deletes expired objects of one storyboard, and finishes a removal whose process was killed.
    ///
    /// - Returns: Whether anything was deleted.
    /// - Throws: see ``remove(_:keepingOld:now:)``.
    func collect(_ id: StoryboardID, keepingOld: Int, now: Date) async throws -> Bool {
        try await locked(id) { place in
            if let storyboard = place.previous, storyboard.id == id, try await catalog.entry(of: id) == nil {
                // It was restored by a process that was killed before it stored the entry.
                try await catalog.put(
                    CatalogEntry(
                        of: storyboard, bytes: sheetBytes(of: storyboard), created: now, updated: now,
                        fingerprint: nil, source: recordedSource(of: id)), retiredSince: nil)
            }
            let expired = try await place.collect(keepingOld: keepingOld, now: now)
            let screenshots = try await withScreenshots(of: id) { screenshots in
                var journal = try await screenshots.folder.journal()
                guard !journal.entries.isEmpty else { return [String]() }
                return try await screenshots.folder.collect(&journal, keepingOld: keepingOld, now: now)
            }
            try await indexRetention(of: place, id)
            return !expired.isEmpty || !screenshots.isEmpty
        }
    }

    /// Runs work under a storyboard's lock, after finishing a removal whose process was killed.
    ///
    /// - Throws: `busy`, `malformed`, `unavailable`, `refused`, what `work` throws.
    func locked<Result>(
        _ id: StoryboardID, _ work: (StoryboardPublisher) async throws -> Result
    ) async throws -> Result {
        let lock = try await store.lock(ObjectKey(id))
        defer { withExtendedLifetime(lock) {} }
        return try await work(try await place(of: id))
    }

    /// A storyboard's publisher, after finishing a removal whose process was killed; call it under the storyboard's
    /// lock.
    ///
    /// - Parameter earlier: One that was opened without the lock; its record is not read again where it is still in place.
    /// - Throws: `malformed`, `unavailable`, `refused`.
    func place(of id: StoryboardID, after earlier: StoryboardPublisher? = nil) async throws -> StoryboardPublisher {
        let place = try await StoryboardPublisher(of: id, in: store, after: earlier)
        guard let storyboard = place.previous, storyboard.id == id,
            let absence = try await place.retention.journal().absence
        else { return place }
        if let job = try await catalog.job(of: id), !job.state.isFinal || absence.cause == .emptied {
            // The storyboard is to be composed anew.
            try await catalog.removeEntry(id)
        } else {
            try await catalog.remove(id)
        }
        // Later uploads do not belong to the removed storyboard.
        let end = Date(timeIntervalSince1970: TimeInterval(absence.since + 1))
        let uploads =
            absence.cause == .removed ? try await RetiredScreenshots(of: id, in: store).uploaded(before: end) : []
        try await finishRemoval(
            of: place, id, uploads, now: Date(timeIntervalSince1970: TimeInterval(absence.since)))
        try await indexRetention(of: place, id)
        return try await StoryboardPublisher(of: id, in: store)
    }

    /// Records in the catalog when the first retired object of a storyboard was retired; call it under the storyboard's
    /// lock.
    ///
    /// - Throws: `busy`, what store and catalog throw.
    func indexRetention(of place: StoryboardPublisher, _ id: StoryboardID) async throws {
        let published = try await place.earliestRetirement()
        try await withScreenshots(of: id) { screenshots in
            let uploaded = try await screenshots.folder.journal().earliest
            try await catalog.setRetired(id, since: [published, uploaded].compactMap(\.self).min())
        }
    }

    /// Runs work under the lock of a storyboard's retired screenshots.
    ///
    /// - Throws: `busy`, what `work` throws.
    func withScreenshots<Result>(
        of id: StoryboardID, _ work: (RetiredScreenshots) async throws -> Result
    ) async throws -> Result {
        let screenshots = RetiredScreenshots(of: id, in: store)
        let lock = try await screenshots.lock()
        defer { withExtendedLifetime(lock) {} }
        return try await work(screenshots)
    }
}

extension MosaicError.Code {
    /// Whether the error concerns one storyboard, its fault or its lock, and not the library.
    var isOfOneStoryboard: Bool { [.busy, .conflict, .malformed, .limitExceeded, .refused].contains(self) }
}

extension StoryboardLibrary {
    /// Gives the sheets of a storyboard another grid; see `StoryboardPublisher.relayout`.
    ///
    /// - Throws: `busy` where it is being composed, `notFound`, `refused` where something else lies in its place,
    ///   `unsupported`, `invalidSettings`, `malformed`, `unavailable`.
    package func relayout(
        _ id: StoryboardID, _ request: GeometryRequest, keepingOld: Int, now: Date? = nil
    ) async throws -> StoryboardPublisher.Relayout {
        let now = try await time(now)
        return try await locked(id) { place in
            try await refuseForeign(in: place, id)
            guard place.previous != nil else {
                throw MosaicError(.notFound, id.rawValue, "The library has no such storyboard.")
            }
            let entry = try await catalog.entry(of: id)
            let relayout = try await place.relayout(request, keepingOld: keepingOld, now: now)
            // The fingerprint includes the record, which is another one now.
            if !relayout.isUnchanged || entry == nil {
                try await catalog.put(
                    CatalogEntry(
                        of: relayout.storyboard, created: now, updated: now, fingerprint: nil,
                        source: recordedSource(of: id)),
                    retiredSince: relayout.retired)
            }
            return relayout
        }
    }
}
